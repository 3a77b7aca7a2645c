"""Closed word lists of English that the mention attributes rest on. All of our own writing."""

from __future__ import annotations

# Canonical pronoun -> its forms; person, number, gender follow. `who` and `one` stay undecided.
PRONOUNS: dict[str, str] = {
    "i": "i me my mine myself",
    "you": "you your yours yourself yourselves ya y'all thou thee thy thine thyself ye",
    "he": "he him his himself 'im",
    "she": "she her hers herself",
    "it": "it its itself 't",
    "we": "we us our ours ourselves 's",
    "they": "they them their theirs themselves 'em themself",
    "this": "this",
    "that": "that",
    "these": "these",
    "those": "those",
    "one": "one ones oneself one's",
    "who": "who whom whose which what whoever",
    "some": "some any many few several most more both all each either neither none another other others much half",
    "someone": "someone somebody anyone anybody everyone everybody nobody no-one",
    "something": "something anything everything nothing",
    "here": "here there",
}
CANONICAL: dict[str, str] = {form: name for name, forms in PRONOUNS.items() for form in forms.split()}
PERSON: dict[str, str] = {"i": "1", "we": "1", "you": "2", "he": "3", "she": "3", "it": "3", "they": "3"}
PRONOUN_NUMBER: dict[str, str] = {
    **dict.fromkeys("i he she it this that someone something".split(), "singular"),
    **dict.fromkeys("we they these those".split(), "plural"),
}
PRONOUN_GENDER: dict[str, str] = {"he": "male", "she": "female", "it": "neuter", "something": "neuter"}
PRONOUN_ANIMACY: dict[str, str] = {
    **dict.fromkeys("i you he she we someone".split(), "animate"),
    **dict.fromkeys("it this that these those something here".split(), "inanimate"),
}

MALE_TITLES = frozenset(
    """
    mr mr. sir lord king prince duke count baron master monsieur signor don father brother
    """.split()
)
FEMALE_TITLES = frozenset(
    """
    mrs mrs. ms ms. miss lady queen princess duchess countess baroness madam madame mademoiselle dame sister
    """.split()
)
TITLES = (
    MALE_TITLES
    | FEMALE_TITLES
    | frozenset(
        """
    dr dr. prof prof. professor president senator captain capt. col. colonel gen. general lt. lieutenant major
    sgt. sergeant judge justice rev. reverend saint st. pope bishop mayor governor doctor minister chief
    officer
    """.split()
    )
)

MALE_NOUNS = frozenset(
    """
    man men boy boys father fathers dad daddy papa son sons brother brothers uncle uncles nephew husband
    husbands king kings prince princes duke lord gentleman gentlemen guy guys sir grandfather grandpa
    bridegroom groom monk priest actor waiter wizard emperor widower bachelor lad fellow chap god policeman
    fireman businessman chairman congressman salesman stepfather boyfriend grandson godfather mister squire
    footman baron monsieur
    """.split()
)
FEMALE_NOUNS = frozenset(
    """
    woman women girl girls mother mothers mom mum mommy mamma mama daughter daughters sister sisters aunt
    aunts niece wife wives queen queens princess princesses duchess lady ladies gal madam grandmother grandma
    bride nun actress waitress witch empress widow maid maiden goddess policewoman businesswoman chairwoman
    congresswoman stepmother girlfriend granddaughter godmother miss mistress governess housekeeper baroness
    nurse
    """.split()
)
PERSON_NOUNS = (
    MALE_NOUNS
    | FEMALE_NOUNS
    | frozenset(
        """
    person people child children kid kids baby friend friends student students teacher teachers doctor doctors
    author writer player players leader leaders president minister member members officer soldier soldiers
    worker workers scientist researcher researchers professor artist musician singer director manager lawyer
    judge neighbor neighbour guest guests visitor visitors user users customer customers patient patients
    victim cousin parent parents stranger servant captain colonel general sergeant reader readers citizen
    citizens voter voters american americans host
    """.split()
    )
)
GROUP_NOUNS = frozenset(
    """
    team government company family group committee crew band army police staff council party class crowd
    audience organization organisation association board congress parliament public population couple
    community
    """.split()
)
PLURAL_QUANTIFIERS = frozenset(
    """
    these those some many several few both all two three four five six seven eight nine ten dozens hundreds
    thousands
    """.split()
)
SINGULAR_DETERMINERS = frozenset(
    """
    a an this that each every one another
    """.split()
)

MALE_NAMES = frozenset(
    """
    james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony
    mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan
    jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank
    alexander raymond patrick jack dennis jerry tyler aaron henry jose adam peter nathan walter harold kyle
    carl arthur gerald roger keith jeremy terry lawrence sean christian albert joe ethan austin jesse willie
    billy bryan bruce ralph roy eugene louis philip bobby johnny harry howard martin oliver oscar simon tom
    jim bob bill mike dave steve dan ben sam max fred alan ian neil hugh ernest francis frederick edgar edmund
    herbert hector leonard leo luke marcus noah ned oswald pierre ivan hans karl ahmed mohammed muhammad ali
    omar juan carlos luis miguel pedro antonio marco giovanni victor vincent theodore
    """.split()
)
FEMALE_NAMES = frozenset(
    """
    mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra
    ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura
    cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine
    debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly
    lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara
    madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn
    danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori jane kate katie
    lucy ellen clara rose eliza fanny harriet jenny annie nora sally sophie agnes beatrice bella caroline
    daisy edith eleanor esther flora florence georgiana henrietta isabel ida josephine lydia mabel maggie
    marianne matilda molly nelly polly rosamond sylvia ursula vera winifred zoe
    """.split()
)
SPEECH_VERBS = frozenset(
    """
    say tell ask reply answer cry exclaim shout whisper add continue remark observe return explain state claim
    report note announce suggest argue declare murmur call respond
    """.split()
)
