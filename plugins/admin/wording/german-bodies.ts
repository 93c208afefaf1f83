// German error messages for rules, formulas and code, used by the server and by the editors in the browser.

/** `{entity}` is a label, `{part}` has a translation of its own, `{hint}` is a "Did you mean" question. */
export const germanBodies: Readonly<Record<string, string>> = {
  '{part} is expected where the line ends.': 'Wo die Zeile endet, fehlt {part}.',
  "{part} is expected at character {at}, and '{text}' stands there.": 'Bei Zeichen {at} fehlt {part}; dort steht „{text}“.',
  'A line has at most {count} characters.': 'Eine Zeile hat höchstens {count} Zeichen.',
  'Brackets stand inside each other at most {count} times.': 'Klammern stehen höchstens {count}-mal ineinander.',
  "'{text}' is no value; a text stands between single quotes, as '{text2}'.":
    '„{text}“ ist kein Wert; ein Text steht zwischen einfachen Anführungszeichen.',
  "'{text}(' means nothing here.{hint} There are calculation(…) and group(…).":
    '„{text}(“ bedeutet hier nichts.{hint} Es gibt calculation(…) und group(…).',
  "There is no {entity} '{name}' in this product.{hint}": 'In diesem Produkt gibt es „{name}“ nicht ({entity}).{hint}',
  "There is no {entity} called '{name}'.{hint}": '„{name}“ gibt es nicht ({entity}).{hint}',
  "Several {entity} records are called '{name}'; name one by its id, as '{key}'.":
    'Mehrere heißen „{name}“ ({entity}); nennen Sie eines mit seiner Nummer, also „{key}“.',
  "The question '{name}' has no answers; compare it with a number, or with a text in single quotes.":
    'Die Frage „{name}“ hat keine Antworten; vergleichen Sie sie mit einer Zahl oder mit einem Text in einfachen Anführungszeichen.',
  "'{text}' is no answer of '{name}'.{hint}": '„{text}“ ist keine Antwort auf „{name}“.{hint}',
  "The answers of '{name}' stand by their keys, without quotes.{hint}":
    'Die Antworten auf „{name}“ stehen mit ihren Schlüsseln, ohne Anführungszeichen.{hint}',
  "At character {at} stands '{text}', which is written '{key}'.": 'Bei Zeichen {at} steht „{text}“; man schreibt es „{key}“.',
  'A rule is nested at most {count} levels deep.': 'Eine Regel ist höchstens {count} Ebenen tief.',
  'A rule has at most {count} characters as it is stored.': 'Eine Regel hat gespeichert höchstens {count} Zeichen.',
  'A rule is null, a condition such as {example}, or a group {"all": [...]} or {"any": [...]}.':
    'Eine Regel ist nichts, eine Bedingung wie {example} oder eine Gruppe.',
  "'{kind}' takes a list of at least one condition, for example {example}.":
    '„{kind}“ nimmt eine Liste mit mindestens einer Bedingung.',
  "A part of '{kind}' is a condition such as {example}, or a group.":
    'Ein Teil von „{kind}“ ist eine Bedingung wie {example} oder eine Gruppe.',
  "The condition of type '{name}' does not say what it compares.": 'Die Bedingung „{name}“ sagt nicht, was sie vergleicht.',
  "There is no condition type '{name}'.{hint} There are {names}.":
    'Eine Bedingung „{name}“ gibt es nicht.{hint} Es gibt {names}.',
  "Unknown key '{name}'.{hint} Here only {names} can stand.": '„{name}“ ist hier unbekannt.{hint} Hier steht nur {names}.',
  "Unknown operator '{name}'. Use one of {names}.": 'Das Zeichen „{name}“ gibt es nicht. Es gibt {names}.',
  'A formula is nested at most {count} levels deep.': 'Eine Formel ist höchstens {count} Ebenen tief.',
  'A formula has at most {count} terms.': 'Eine Formel hat höchstens {count} Glieder.',
  'The formula ends with an operator: a term must follow it.':
    'Die Formel endet mit einem Rechenzeichen: Dahinter fehlt ein Glied.',
  'An operator is expected between two terms, for example {example}.': 'Zwischen zwei Gliedern fehlt ein Rechenzeichen.',
  "There is no function '{name}'.{hint} There are {names}.": 'Eine Funktion „{name}“ gibt es nicht.{hint} Es gibt {names}.',
  "There is no term type '{name}'.{hint} There are {names}.": 'Ein Glied „{name}“ gibt es nicht.{hint} Es gibt {names}.',
  "'{name}' takes {wanted} parameters, each a list of terms.": '„{name}“ nimmt {wanted} Angaben.',
  "The term of type '{name}' does not say what it reads.": 'Das Glied „{name}“ sagt nicht, was es liest.',
  'The value would depend on itself: {path}. Take one of these out of the loop.':
    'Der Wert hinge von sich selbst ab: {path}. Nehmen Sie eines davon aus dem Kreis.',
  "The code must be an expression, not a statement: leave out '{word}' and write, for example, 'A * 2'.":
    'Code ist ein Ausdruck und keine Anweisung: Lassen Sie „{word}“ weg und schreiben Sie etwa „A * 2“.',
  "The code must be an expression, not a statement: leave out the ';' at the end.":
    'Code ist ein Ausdruck und keine Anweisung: Lassen Sie das „;“ am Ende weg.',
  "The code cannot be read near '{text}'. Write one expression, for example 'A * 2'.":
    'Der Code lässt sich bei „{text}“ nicht lesen. Schreiben Sie einen Ausdruck, etwa „A * 2“.',
  "The code cannot be read at its end. Write one expression, for example 'A * 2'.":
    'Der Code lässt sich am Ende nicht lesen. Schreiben Sie einen Ausdruck, etwa „A * 2“.',
  "The code goes on after its expression, with '{text}'. Write one expression.":
    'Der Code geht nach seinem Ausdruck weiter, mit „{text}“. Schreiben Sie einen Ausdruck.',
  'The code is nested more than {count} levels deep. Split it into several calculations.':
    'Der Code ist mehr als {count} Ebenen tief. Teilen Sie ihn auf mehrere Berechnungen auf.',
  'The code has more than {count} parts. Split it into several calculations.':
    'Der Code hat mehr als {count} Teile. Teilen Sie ihn auf mehrere Berechnungen auf.',
  'The code is longer than {count} characters. Split it into several calculations.':
    'Der Code ist länger als {count} Zeichen. Teilen Sie ihn auf mehrere Berechnungen auf.',
  "The code is empty. Write one expression, for example 'A * 2'.":
    'Der Code ist leer. Schreiben Sie einen Ausdruck, etwa „A * 2“.',
  "The operator '{name}' is not allowed. Use - + or ! in front of a value.":
    'Das Zeichen „{name}“ ist nicht erlaubt. Vor einem Wert stehen - + oder !.',
  "The operator '??' is not allowed. Use || or a condition x ? a : b.":
    'Das Zeichen ?? ist nicht erlaubt. Nehmen Sie || oder x ? a : b.',
  "'{text}' is not allowed. Write a number, a text in quotes, true or false.":
    '„{text}“ ist nicht erlaubt. Schreiben Sie eine Zahl, einen Text in Anführungszeichen, true oder false.',
  "'{text}' is not known. Write names in plain letters.": '„{text}“ ist unbekannt. Schreiben Sie Namen in einfachen Buchstaben.',
  "'{text}' is not known.{hint} Known are {names} and Math.": '„{text}“ ist unbekannt.{hint} Bekannt sind {names} und Math.',
  "'{text}' is replaced only where spaces surround it: write ' {text2} ' with a space on both sides.":
    '„{text}“ wird nur zwischen Leerzeichen ersetzt: Schreiben Sie auf beiden Seiten eines.',
  "'{name}' is a function: write '{name2}(…)'.": '„{name}“ ist eine Funktion: Schreiben Sie „{name}(…)“.',
  "The function '{name}' is not known.{hint} Known are {names}.":
    'Die Funktion „{name}“ ist unbekannt.{hint} Bekannt sind {names}.',
  'Only a function by its name can be called, for example round(1.5).':
    'Nur eine Funktion mit ihrem Namen lässt sich rufen, etwa round(1.5).',
  'Only these functions of an object can be called: {names}.': 'Nur diese Funktionen eines Objekts lassen sich rufen: {names}.',
  "'{name}' takes {wanted} parameter, not {given}.": '„{name}“ nimmt {wanted} Angabe, nicht {given}.',
  "'{name}' takes {wanted} parameters, not {given}.": '„{name}“ nimmt {wanted} Angaben, nicht {given}.',
  "'{name}' takes an id written as a plain number, for example {example}.": '„{name}“ nimmt eine Nummer, etwa {example}.',
  'Field {field} takes at most {count} cells; there are {count2}.':
    'Das Feld „{field}“ nimmt höchstens {count} Zellen; es sind {count2}.',
  'Field {field} has two cells at row {row}, column {column}.':
    'Das Feld „{field}“ hat zwei Zellen in Zeile {row}, Spalte {column}.',
}

/** Translations of the values of `{part}`. */
export const germanBodyParts: Readonly<Record<string, string>> = {
  'The end of the line': 'das Ende der Zeile',
  'One of == != >= <= > <': 'eines von == != >= <= > <',
  'A number': 'eine Zahl',
  "A number behind '-'": 'eine Zahl hinter „-“',
  'A number, a question, a calculation or a bracket': 'eine Zahl, eine Frage, eine Berechnung oder eine Klammer',
  'A question, calculation(…) or group(…)': 'eine Frage, calculation(…) oder group(…)',
  "A field of the customer's group": 'ein Feld der Kundengruppe',
  'A field of the question': 'ein Feld der Frage',
  'The key of a calculation': 'der Schlüssel einer Berechnung',
  'The key of an answer': 'der Schlüssel einer Antwort',
  'The key of a question, or calculation(…),': 'der Schlüssel einer Frage, oder calculation(…),',
  'A value, the key of an answer, a number or a text in single quotes':
    'ein Wert, der Schlüssel einer Antwort, eine Zahl oder ein Text in einfachen Anführungszeichen',
}

/** Hints after a message: a suggestion, or the available names. */
export const germanHints: Readonly<Record<string, string>> = {
  " Did you mean '{name}'?": ' Meinten Sie „{name}“?',
  ' The product has no {what}.': ' Das Produkt hat keine.',
  ' The {what} are {names}.': ' Es gibt {names}.',
  ' Its answers are {names}.': ' Ihre Antworten sind {names}.',
  ' There are {names}.': ' Es gibt {names}.',
}

export const germanEntities: Readonly<Record<string, string>> = {
  question: 'Frage',
  answer: 'Antwort',
  calculation: 'Berechnung',
  'customer group': 'Kundengruppe',
}
