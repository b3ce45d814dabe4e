"""The classes of a realm and the types of their properties, read from the schema of a case."""

import re
from dataclasses import dataclass

from .errors import Malformed, Unsupported

SCALARS = {"bool", "int", "float", "double", "string", "data", "date", "objectId", "uuid", "decimal128", "mixed"}
KEYS = {"int", "string", "objectId", "uuid"}
_COLLECTION = re.compile(r"(list|set|dictionary)<([^<>]+)>")
_BACK_LINKS = re.compile(r"linkingObjects<([^<>.]+)\.([^<>]+)>")


@dataclass(frozen=True, slots=True)
class PropertyType:
    """What a property takes: `shape` is `single`, `list`, `set`, `dictionary` or `linkingObjects`."""

    shape: str
    element: str  # a scalar or the name of a class
    optional: bool
    origin: str | None = None  # of back links: the property that links here

    @property
    def is_class(self):
        return self.element not in SCALARS

    @property
    def is_mixed(self):
        return self.shape == "single" and self.element == "mixed"


@dataclass(frozen=True)
class ClassSchema:
    """A class; `stored` are its properties without the computed back links, `written` their names by their bytes."""

    name: str
    embedded: bool
    primary_key: str | None
    properties: dict
    stored: dict
    written: tuple = ()


def parse_schema(source):
    """The classes by name. A type that is not known makes the case unsupported, not wrong."""
    _expect(isinstance(source, dict), "the schema is not an object")
    classes = {name: _parse_class(name, definition, source) for name, definition in source.items()}
    for cls in classes.values():
        for name, type in cls.properties.items():
            if type.is_class and type.shape != "linkingObjects":
                target = classes[type.element]
                if target.embedded and type.shape == "set":
                    raise Unsupported(f"{cls.name}.{name}: a set of embedded objects")
                if not target.embedded and target.primary_key is None:
                    raise Unsupported(f"{cls.name}.{name}: a link to a class without primary key")
            elif type.shape == "linkingObjects":
                origin = classes[type.element].properties.get(type.origin)
                _expect(
                    origin is not None and origin.element == cls.name,
                    f"{cls.name}.{name}: {type.element}.{type.origin} is not a link to {cls.name}",
                )
    return classes


def _parse_class(name, definition, source):
    _expect(isinstance(definition, dict), f"{name}: the definition is not an object")
    for key in definition:
        if key not in ("primaryKey", "properties", "embedded"):
            raise Unsupported(f"{name}: schema key {key!r}")
    declared = definition.get("properties", {})
    _expect(isinstance(declared, dict), f"{name}: the properties are not an object")
    properties = {property: _parse_type(f"{name}.{property}", text, source) for property, text in declared.items()}
    embedded, key = definition.get("embedded", False), definition.get("primaryKey")
    _expect(isinstance(embedded, bool), f"{name}: embedded is not a bool")
    _expect(key is None or isinstance(key, str) and key in properties, f"{name}: no property {key!r} for the primary key")
    _expect(not (embedded and key is not None), f"{name}: an embedded class has no primary key")
    if key is not None and (properties[key].shape != "single" or properties[key].element not in KEYS):
        raise Unsupported(f"{name}: a primary key of type {declared[key]}")
    stored = {property: type for property, type in properties.items() if type.shape != "linkingObjects"}
    return ClassSchema(name, embedded, key, properties, stored, tuple(sorted(stored, key=str.encode)))


def _parse_type(place, text, source):
    _expect(isinstance(text, str), f"{place}: the type is not a string")
    if match := _BACK_LINKS.fullmatch(text):
        _expect(match[1] in source, f"{place}: no class {match[1]!r}")
        return PropertyType("linkingObjects", match[1], False, match[2])
    shape, element = ("single", text)
    if match := _COLLECTION.fullmatch(text):
        shape, element = match[1], match[2]
    optional = element.endswith("?")
    element = element.removesuffix("?")
    if element not in SCALARS and element not in source:
        raise Unsupported(f"{place}: property type {text!r}")
    if element in source and optional != (shape == "single") and shape != "dictionary":
        raise Unsupported(f"{place}: property type {text!r} (a to-one link is optional, an element is not)")
    return PropertyType(shape, element, optional or element == "mixed")


def _expect(condition, message):
    if not condition:
        raise Malformed(message)
