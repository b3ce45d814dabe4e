"""Which case notices which mutant."""

import multiprocessing

from verdict import failing

_trial = None


def noticed(mutants, trial, cases, touchstone, processes=2, ask=None):
    """Of each mutant the case that notices it, or None; `ask` names the cases to try, all that execute it otherwise."""
    global _trial
    _trial = trial
    outcomes = dict.fromkeys(mutants)
    passed = {mutant: set() for mutant in mutants}
    pending = list(mutants)
    while pending:
        work = [(mutant, passed[mutant], ask and ask(mutant)) for mutant in pending]
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            differing = list(zip(pending, pool.imap(_first_difference, work, chunksize=4)))
        answers = [(mutant, answer) for mutant, answer in differing if answer and not answer.failure]
        bad = failing(touchstone, cases, [(answer.case, answer.text) for _, answer in answers])
        allowed = {mutant for number, (mutant, _) in enumerate(answers) if number not in bad}
        pending = []
        for mutant, answer in differing:
            if answer and mutant in allowed:
                passed[mutant].add(answer.case)
                pending.append(mutant)
            elif answer:
                outcomes[mutant] = answer.case
    return outcomes


def _first_difference(work):
    mutant, passed, ask = work
    names = ask if ask is not None else _trial.covering(mutant)
    answer = _trial.first_difference(mutant, [name for name in names if name not in passed])
    if answer:
        _trial.noticed(answer.case)
    return answer
