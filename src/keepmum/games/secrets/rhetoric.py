"""Rhetoric is a yes/no question whose "it" is the talk itself ("Isn't it obvious?", "Does it matter?"), not a word."""

from __future__ import annotations

_WHO = r"(?:you|i|we|he|she|they|nobody|no one|everyone|everybody|someone|player|people here)"
_TALK = (
    r"(?:\w+ )?(?:answer|admit|say|tell|lie|guess|play|talk|speak|hide|trust|ask|know|confess|share|be|stay|keep"
    r"|give|get"
    r"|find|have you|see you|think|believe|watch|sit)"
)
_VERDICT = (
    r"(?:obvious|clear|strange|odd|funny|curious|interesting|hard|difficult|easy|important|bad|rude|unfair|sad|lovely"
    r"|wonderful|lonely|nice|kind|good|fun|clever|smart|brave|fair|wrong|right|safe|wise|possible|sensible|risky"
    r"|better"
    r"|dangerous|silly|foolish|likely|suspicious|telling|convenient|necessary|late|time|enough)"
)
_VERY = r"(?:(?:really|so|too|very|all|a bit|rather|quite|that|not|just|a little) )*"
_AFFAIR = (
    r"(?:coincidence|accident|pity|shame|wonder|surprise|mistake|problem|relief|honou?r|pleasure|deal|truce|draw"
    r"|your turn|my turn|(?:joke|trick|lie|bluff|crime|fact|sign|secret|sin|chance|luck|habit) (?:that|to|of)"
    rf"|something {_WHO} (?:said|did|asked))"
)
_DOES = (
    r"(?:matter|bother|worry|annoy|amuse|surprise|strike|occur|make sense|seem|look like "
    + _WHO
    + r"|hurt (?:you|to)|kill"
    r"|pay to|help (?:you|to|me|us)|cost you|ever (?:end|stop)|feel (?:\w+ )?to|end\b|get (?:lonely|boring|tiring"
    r"|old)|make (?:you|me|us) (?:proud|happy|feel)|be that " + _WHO + r")"
)
_ABOUT = (
    r"(?:true|possible|just|okay|ok|not|really you|too|my|me|us|you|your|that|because|worth|over|enough|rain"
    r"|(?:fair|safe|time|wise)(?! to (?:eat|drink|touch|hold|use|wear|ride|swim|handle|play with)))"
)
OF_THE_TALK = (
    rf"(?:{_ABOUT}|{_DOES}|{_VERY}(?:an? |the |any |no |your |my )?{_AFFAIR}"
    rf"|(?:\w+ )?{_VERY}{_VERDICT} (?:to {_TALK}|that {_WHO}|how\b|for you|of you|in here|when {_WHO}|if {_WHO})"
    rf"|(?<=n't it ){_VERY}{_VERDICT}"
    rf"|[^?]{{0,40}}?\b(?:how|why|whether) {_WHO})\b"
)
"""What comes after "it" where a question is rhetoric."""

NOT_OF_IT = (
    r"(?:believe|mean|get|prove|deny|doubt|imagine|help|make|call|risk|mind|like it|agree|admit|assume|suppose"
    r"|pretend"
    r"|hope|think|stop|end|finish|leave|drop|skip|explain|repeat|swear|stand|do|let|cut|find it (?:amusing|funny"
    r"|strange|odd|hard|easy|fair))"
)
"""What one does with an "it" that is no word: after these, "can you …" asks nothing about it."""
