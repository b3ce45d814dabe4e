"""Writes the manual page from what the command says of itself as JSON: `manual.py "touchstone 0.1.0" < help.json`."""

import json
import sys


def main():
    version = sys.argv[1]
    command = json.load(sys.stdin)["command"]
    lines = [f'.TH TOUCHSTONE 1 "" "{escape(version)}"', ".SH NAME", f"touchstone \\- {escape(command['abstract'])}"]
    lines += [".SH SYNOPSIS", ".B touchstone", r"\fISUBCOMMAND\fR [\fIOPTIONS\fR]"]
    for one in command["subcommands"]:
        if one["commandName"] != "help":
            lines += section(one, "touchstone")
    print("\n".join(lines))


def section(command, before):
    name = f"{before} {command['commandName']}"
    lines = [f".SH {escape(name).upper()}", escape(command.get("abstract", ""))]
    for paragraph in command.get("discussion", "").split("\n\n"):
        if paragraph.startswith("  "):
            lines += [".PP", ".EX", *[escape(line) for line in paragraph.split("\n")], ".EE"]
        elif paragraph:
            lines += [".PP", escape(paragraph)]
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            lines += [".TP", label(argument), escape(argument.get("abstract", ""))]
    for one in command.get("subcommands", []):
        lines += section(one, name)
    return lines


def label(argument):
    value = f"\\fI{escape(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value
    names = [("-" if one["kind"] == "short" else "--") + one["name"] for one in argument["names"]]
    text = ", ".join(f"\\fB{escape(name)}\\fR" for name in names)
    return text if argument["kind"] == "flag" else f"{text} {value}"


def escape(text):
    """Text in which nothing is a request of roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", " ")
    return "\\&" + text if text[:1] in (".", "'") else text


main()
