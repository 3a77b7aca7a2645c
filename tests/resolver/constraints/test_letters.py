"""Threads of mails: each has its own "I" and "you", and quoted parts keep theirs."""

from __future__ import annotations

import pytest

BUDGET = """From: Maria Lopez <maria@lopez.example>
To: Peter Olsen <peter@olsen.example>
Subject: Budget

Hi Peter,

I finished the budget yesterday. Can you check it before Friday?

Best,
Maria

--
Maria Lopez
Head of Finance

From: Peter Olsen <peter@olsen.example>
To: Maria Lopez <maria@lopez.example>
Subject: Re: Budget

Hi Maria,

I read it last night. You forgot the travel costs.

On Thu, 2 May 2024, Maria Lopez wrote:
> I finished the budget yesterday. Can you check it before Friday?

I will add them myself if you like.

Peter
"""
SERVER = """From: Dana Cole
To: Ivan Petrov
Subject: Re: Re: Server

Ivan, I restarted it. You can log in again.

Dana

On 3 May 2024, Ivan Petrov wrote:
> I cannot log in. Did you change my password?
>
> On 2 May 2024, Dana Cole wrote:
>> I moved your account to the new server.
>> You may have to log in again.
"""
CONTRACT = """Hi Nora,

I will send you the contract today.

Paul

-----Original Message-----
From: Nora Vance
Sent: Monday, June 3, 2024 4:15 PM
To: Paul Stein
Subject: RE: Contract

Paul,

I have not got it yet. Did you post it?

Nora

-----Original Message-----
From: Paul Stein
Sent: Friday, May 31, 2024 9:01 AM
To: Nora Vance
Subject: Contract

Dear Nora,

I signed the contract. My lawyer will call you.

Best regards,
Paul Stein
"""
LAPTOP = """Yes, I can do that. Do you want me to bring a projector?

Lena

On Wed, 3 Apr 2024 at 18:20, Omar Haddad <omar@haddad.example>
wrote:

> Hi Lena,
>
> I forgot my laptop. Could you give the talk for me?
>
> Thanks,
> Omar
"""
WITHOUT_MARKS = """Hi Tom,

I agree with her. You should call him.

Jan

On 3 May 2024, Maria Lopez wrote:

Hi all,

I think we should wait. My boss is away.

Maria
"""
ANSWERED_BETWEEN = """On Mon, Jan 8, 2024 at 10:00 AM Eva Lind <eva@lind.example> wrote:
> Can you come on Friday?

No, I am in Oslo on Friday.

> I would bring the slides.

You can send them to me.

Bill
"""
FORWARDED = """From: Bob Hill
To: Ann Lee
Subject: Fwd: Job

Ann, I got this from Dave. Can you help him?

Bob

---------- Forwarded message ---------
From: Dave Marsh <dave@marsh.example>
Date: Mon, May 6, 2024 at 8:00 AM
Subject: Job
To: Bob Hill <bob@hill.example>

Hi Bob,

I lost my job. Do you know somebody who needs a welder?

Dave
"""
THREE = """From: Ruth Adler
To: staff
Subject: Kitchen

I cleaned the kitchen. Please wash your cups.

Ruth Adler

From: Ben Cho
To: Ruth Adler
Subject: Re: Kitchen

I washed mine. You left yours in the sink.

Ben

From: Carla Diaz
To: Ben Cho, Ruth Adler
Subject: Re: Re: Kitchen

I washed it for her.

Carla
"""


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (BUDGET, "Maria Peter Peter Maria Maria Peter Peter Peter Maria"),
        (SERVER, "Dana Ivan Ivan Dana Ivan Dana Ivan Ivan"),
        (CONTRACT, "Paul Nora Nora Paul Paul Paul Nora"),
        (LAPTOP, "Lena Omar Lena Omar Omar Lena Omar"),
        (WITHOUT_MARKS, "Jan Tom Maria Maria"),
        (ANSWERED_BETWEEN, "Bill Bill Eva Eva Bill"),
        (FORWARDED, "Bob Ann Dave Dave Bob"),
        (THREE, "Ruth - Ben Ben Ruth Ruth Carla"),
    ],
)
def test_each_mail_of_a_thread_has_its_own_i_and_you(packaged, text, people):
    doc = packaged(text)
    assert [first_name(token) for token in doc if token.lower_ in SPEAKING] == people.split()


SPEAKING = {"i", "me", "my", "mine", "myself", "you", "your", "yours"}


def first_name(token):
    """The first word of the longest name in the chain of a pronoun, "-" for none."""
    chains = [chain for chain in token.doc[token.i : token.i + 1]._.coref.chains if any(m[0] == token for m in chain)]
    names = [span for chain in chains for span in chain if span.root.pos_ == "PROPN" and span[0].lower_ not in SPEAKING]
    return max(names, key=len)[0].text if names else "-"


def test_without_names_quoted_lines_alternate_between_two(packaged):
    doc = packaged(">> I lost the key. Do you have one?\n> I gave it to you in March.\n\nI found it. You were right.")
    chains = [[span.start for span in chain] for chain in doc._.coref]
    places = [token.i for token in doc if token.lower_ in SPEAKING]
    assert chains[0] == [places[i] for i in (0, 3, 4)]
    assert [places[i] for i in (1, 2, 5)] in chains


@pytest.mark.slow
def test_very_many_messages(packaged):
    text = "".join(f"From: Ann Lee\nTo: Tom {'ab'[i % 2]}\n\nI am ill.\n\n" for i in range(400))
    doc = packaged(text)
    i = next(chain for chain in doc._.coref if any(span.text == "I" for span in chain))
    assert [span.text for span in i].count("I") == 400
