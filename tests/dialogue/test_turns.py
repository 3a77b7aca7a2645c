"""Turns in raw text: which texts are dialogues, and who says what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefpipe.dialogue.turns import find_turns


def said(text: str) -> list[tuple[str, str]]:
    """(speaker, text) per turn."""
    return [(t.speaker, " / ".join(text[a:b] for a, b in t.said)) for t in find_turns(text)]


DIALOGUES = {
    "two lines": ("Ann: I lost my keys.\nBob: Are you sure?", "Ann Bob"),
    "unknown names": ("Kendra: I was late.\nXylo: You were not!\nKendra: Oh.", "Kendra Xylo Kendra"),
    "questions and answers": ("Q: Why did you go?\nA: I was tired.\nQ: And now?\nA: I stay.", "Q A Q A"),
    "a role beside a title": (
        "Chair: Good morning.\nMs Oduya: I have sent it.\nChair: Shall we begin?\nMs Oduya: I am ready.",
        "Chair Ms+Oduya Chair Ms+Oduya",
    ),
    "a role beside a full name": (
        "Moderator: Who wants to begin?\nTom Reed: I do.\nModerator: Please.\nTom Reed: I think we should wait.",
        "Moderator Tom+Reed Moderator Tom+Reed",
    ),
    "a desk beside a first name": (
        "Support: How can I help?\nNina: My order is late.\nSupport: Sorry!\nNina: It is 4711.",
        "Support Nina Support Nina",
    ),
    "a question's letter beside a title": (
        "Q: Where were you?\nMr. Hale: I was at home.\nQ: Alone?\nMr. Hale: Yes, I was.", "Q Mr.+Hale Q Mr.+Hale"
    ),
    "roles": ("Interviewer: Who are you?\nGuest: A friend.\nInterviewer: Mine?", "Interviewer Guest Interviewer"),
    "nicks": ("[12:03] <bob> did you see it?\n[12:04] <al_1> no\n[12:04] <bob> ok", "bob al_1 bob"),
    "prompts": ("bob> is this you?\nann> yes I am\nbob> ok", "bob ann bob"),
    "lower case": ("bob: is this you?\nkim: yes I am\nbob: ok", "bob kim bob"),
    "times": ("12/03/2021, 12:03 - Bob: hi\n12/03/2021, 12:05 - Mary Jones: you?\n13/03/2021, 9:05 - Bob: yes",
              "Bob Mary+Jones Bob"),
    "Markdown": ("**Ann:** Are you here?\n\n**Bob:** I am.\n\n**Ann:** Good.", "Ann Bob Ann"),
    "capitals and stops": ("ANN.\nI lost it.\n\nBOB. [Low.] Did you?\n\nANN. I did.\n\nBOB. Oh!",
                           "ANN BOB ANN BOB"),
    "things that talk": ("GHOST: I am he.\nANN: Who?\nGHOST: Revenge me!\nANN: How?\nGHOST: I go.",
                         "GHOST ANN GHOST ANN GHOST"),
    "names that are words": ("Grace: Did you call?\nJan: I called at six.", "Grace Jan"),
    "lettered roles": ("User A: Did you call?\nUser B: I called at six.", "User+A User+B"),
    "one question": ("Q. Where were you?\nA. At home.", "Q A"),
    "a scene": ("ROMA. Where were you?\nVITO. At home.", "ROMA VITO"),
    "square brackets": ("[Emma] Did you see Jonas?\n[Liam] Yes, I did.\n[Emma] And my book?", "Emma Liam Emma"),
    "bullets": ("- Emma: Did you see Jonas?\n- Liam: Yes, I did.\n- Emma: I know.", "Emma Liam Emma"),
    "dashes": ("Emma - Did you see Jonas?\nLiam - Yes, I did.\nEmma - I know.", "Emma Liam Emma"),
    "nicknames that are words": ("Jess: did you see it?\nMo: yes\nJess: I lost it", "Jess Mo Jess"),
    "roles that are no persons": ("KING: Do you love me?\nSECOND: I love you.\nKING: I too.", "KING SECOND KING"),
    "one question with colons": ("Q: How do you feel?\nA: I'm nervous!", "Q A"),
    "screenplays": ("DOUG\nYou're here?\n\nKAREN (V.O.)\nI was late.\n\nDOUG\nAnd?", "DOUG KAREN DOUG"),
    "names and times": ("Emma\n10:02 AM\nDid you see it?\n\nLiam\n10:03 AM\nI did.", "Emma Liam"),
    "times behind names": ("Emma  10:02 AM\nDid you see it?\nLiam (12/03/2021 10:03)\nI did.", "Emma Liam"),
    "verbs behind names": ("Emma wrote:\nI lost my keys.\n\nLiam wrote:\nI found them.", "Emma Liam"),
    "words before names": ("Post by OldFred:\nDo I need it?\n\nPost by kim77:\nI do.", "OldFred kim77"),
    "numbers": ("#1 kim_9\nI lost it.\n#2 Moderator\nI reset it.\n#3 kim_9\nThanks!", "kim_9 Moderator kim_9"),
    "a desk and a customer": ("Support: My name is Lee.\nCustomer: My router is broken.", "Support Customer"),
    "a desk that says no I": (
        "Support: Good morning.\nCustomer: Can you help me?\nSupport: One moment.\nCustomer: I wait.",
        "Support Customer Support Customer",
    ),
    "times before desks": (
        "[10:30] SALES: Hello, Mia speaking.\n[10:31] CLIENT: Do you sell pumps?", "SALES CLIENT"
    ),
    "a desk of two words": ("Help Desk: Omar here. Hello.\nNina Bell: I hate my laptop.", "Help+Desk Nina+Bell"),
    "a house that speaks": ("Hotel: What can I do for you?\nGuest: I left my coat.", "Hotel Guest"),
    "a machine": ("Bot: Hi!\nUser: I lost my key.\nBot: Where?\nUser: I forgot.", "Bot User Bot User"),
    "pronouns": ("He: Do you love me?\nShe: I do.\nHe: Truly?", "He She He"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "speakers"), DIALOGUES.values(), ids=DIALOGUES)
def test_a_dialogue(text, speakers):
    turns = find_turns(text)
    assert [turn.speaker for turn in turns] == [name.replace("+", " ") for name in speakers.split()]
    assert [text[slice(*turn.label)] for turn in turns] == [turn.speaker for turn in turns]
    assert all(text[a:b] == text[a:b].strip() != "" for turn in turns for a, b in turn.said)


NO_DIALOGUES = {
    "notes": "Note: you should not do this.\nWarning: I mean it!\nNote: again, you are warned.\nWarning: you too!",
    "recipe": "Ingredients:\n- flour\n- milk\n\nMethod: mix them. You need a bowl.\nServes: 4",
    "mail": "From: Ann Smith <a@b.c>\nTo: Bob\nSubject: Are you there?\nDate: today\n\nHi Bob,\nI am here.",
    "definitions": "Apple: a fruit.\nPear: another fruit.\nCarrot: a vegetable.",
    "cities": "Paris: the capital of France.\nLondon: the capital of England, which you should see!\nRome: old.",
    "times of day": "The match began at 12:30: everyone came.\nhttp://x.y: a site\n12:30: lunch\n13:30: tea",
    "steps": "Step 1: Open your door.\nStep 2: Close your door.\nStep 1: again?",
    "chapters": "BOOK I. I begin. Do you?\nBOOK II. You go on.\nBOOK I. I begin again?\nBOOK II. You go on.",
    "forms": "Name: Ann\nAge: 12\nAddress: my home\nName: Bob\nAge: 13\nAddress: your home",
    "reported speech": "He said: I am here.\nShe said: You are not!\nHe said: I am.",
    "lists": "Pros: you save money!\nCons: you lose time. Do I care?\nPros: more!\nCons: less? I doubt it.",
    "topics": "Topic: the budget\nMary Bell: I like it.\nTopic: the cake\nMary Bell: Do you?",
    "forms in turn": "Name: Tom Reed\nMary: I like it.\nName: Ann\nMary: Do you?",
    "settings": "key: value\nname: you\nother: me\nkey: you\nname: I",
    "days": "Monday: I went home.\nTuesday: I stayed. Did you?\nMonday: I left.",
    "letter": "Dear Ann:\nI am glad that you came.\nSincerely:\nBob",
    "wrapped prose": "I had it from\nAnn: she told me. You know her, and I went to\nBob: he knew\nAnn: too",
    "one voice": "Ann: I lost my keys.\nAnn: Where are you?",
    "parts": "Part A: Do you see it?\nPart B: I see it.",
    "initials": "A. Smith wrote this.\nQ. Jones read it. Did you?",
    "headings in capitals": "PREFACE. Why do you read?\nCHAPTER. I begin.",
    "minutes": "- Hiring: we found a cook. You know her.\n- Budget: I need it!\n- Hiring: again?",
    "bullets among lines": "- Emma: Do you come?\nI asked.\nShe came.\n- Liam: I come.\nHe stayed.\n- Emma: no",
    "cities and dashes": "Paris - the capital. You know?\nLondon - I like it!",
    "sounds": "[Music] I love you\n[Applause] Do you?\n[Music] I do",
    "a note in a chat": "Rule: I love you.\nNote: Do you love me?\nRule: I do.",
    "recipes": "BEEF STEW\nYou cut the beef. I like it.\n\nLAMB STEW\nYou cut the lamb. I don't.",
    "reports on lines of their own": "She said:\nI am ill.\n\nHe said:\nYou are not!",
    "quoted reports": "Ann said:\n“I am ill.”\n\nTom said:\n“You are not!”",
    "numbered things": "#1 Salad\nI like it.\n#2 Soup\nDo you?",
    "sections": "For Ubuntu:\nI do this. Do you?\n\nFor Debian:\nI do that. And you?",
    "one name and time": "Ann Bell\n10:02 AM\nI am here. Are you?",
    "a shell": "mysql> select 1;\nmysql> select 2?\nmysql> I",
    "a field and a question": "Author: Tom Reed\nQuestion: Can I return my shoes?",
    "a problem": "Problem: I cannot open my door.\nSolution: Do you know a locksmith?",
    "a review": "Service: you pay nothing! I was happy.\nRooms: my room was small.\nStaff: they like you!",
    "a form of a desk": "Support: you can call us!\nSales: you can write to us.\nHours: when you like!",
    "verses": "John 3:16 For God so loved me.\nGenesis 1:1 In the beginning. Do you know it?",
    "a subject and a greeting": "Re: my holiday\nHi Tom: I am back. Are you there?",
    "nothing": "",
}


@pytest.mark.parametrize("text", NO_DIALOGUES.values(), ids=NO_DIALOGUES)
def test_no_dialogue(text):
    assert find_turns(text) == []


def test_turns_go_on():
    text = """The keys

A talk with Ann Smith.

Dr. Jones (laughing): What did
you lose?

Ann Smith: My keys.

Note: I do that often.
[She looks around.]
Every day.

Jones: Did you look here?

(He leaves.)

Smith: Yes.

Photos by Al."""
    assert said(text) == [
        ("Dr. Jones", "What did\nyou lose?"),
        ("Ann Smith", "My keys.\n\nNote: I do that often. / Every day."),
        ("Dr. Jones", "Did you look here?"),
        ("Ann Smith", "Yes."),
    ]


def test_a_screenplay_tells_what_happens():
    text = "DOUG\nI am here.\n(sits down)\nAt last.\n\nKaren looks at him.\n\nKAREN\nAre you?\n\nDOUG\nYes."
    assert said(text) == [("DOUG", "I am here. / At last."), ("KAREN", "Are you?"), ("DOUG", "Yes.")]


def test_a_heading_of_two_lines_is_nobodys():
    assert said("Emma\n10:02 AM\nIs it you?\n\nLiam\n10:03 AM\nYes.") == [("Emma", "Is it you?"), ("Liam", "Yes.")]


def test_events_of_a_chat_are_nobodys():
    text = "<ann> are you here?\n=== cy has joined\n* bob waves\n<bob> I am\nstill\n<ann> good"
    assert said(text) == [("ann", "are you here?"), ("bob", "I am\nstill"), ("ann", "good")]


def test_a_dialogue_within_a_long_text():
    prose = "It rained all day, and nobody came. Everyone stayed at home.\n" * 300
    text = f"{prose}Ann: I lost my keys.\nBob: Did you?\n\n{prose}Nobody: knows\n"
    assert said(text) == [("Ann", "I lost my keys."), ("Bob", "Did you?")]


@given(st.text(alphabet="AnBo:>< \n.?I[]()12", max_size=80))
def test_places_lie_in_the_text(text):
    at = 0
    for turn in find_turns(text):
        assert at <= turn.start <= turn.label[0] < turn.label[1] <= turn.said[0][0]
        for first, last in turn.said:
            assert at <= first < last <= len(text)
            at = last
