// German texts of the findings about a product: message templates, and a fallback for each kind.
import type { FindingKind } from '#core/surface.js'

/** The value of `{part}` has a translation of its own. */
export const germanFindings: Readonly<Record<string, string>> = {
  "The rule of '{title}' can never hold, so '{title2}' never applies.":
    'Die Regel von „{title}“ kann nie zutreffen: „{title}“ kommt nie vor.',
  "The rule of '{title}' always holds; it can be removed.": 'Die Regel von „{title}“ trifft immer zu; sie kann weg.',
  "The rule of '{title}' holds whatever is answered; it only waits until its questions are answered.":
    'Die Regel von „{title}“ trifft bei jeder Antwort zu; sie wartet nur, bis ihre Fragen beantwortet sind.',
  "A part of the rule of '{title}' changes nothing and can be removed: {where}.":
    'Ein Teil der Regel von „{title}“ ändert nichts und kann weg: {where}.',
  "The rule of '{title}' reads its own selection.": 'Die Regel von „{title}“ fragt nach der eigenen Auswahl.',
  "The rule of '{title}' cannot be read, because {reason}: '{title2}' never applies.":
    'Die Regel von „{title}“ lässt sich nicht lesen ({reason}): „{title}“ kommt nie vor.',
  "The rule of '{title}' names {part}, which does not exist or is not published.":
    'Die Regel von „{title}“ nennt {part}: das gibt es nicht, oder es ist nicht veröffentlicht.',
  "The field '{field}' of '{title}' names calculation {id}, which this product does not have, so it yields nothing.":
    'Das Feld „{field}“ von „{title}“ nennt die Berechnung {id}, die dieses Produkt nicht hat: Es ergibt nichts.',
  "The calculation '{title}' names {part}, which does not exist or is not published.":
    'Die Berechnung „{title}“ nennt {part}: das gibt es nicht, oder es ist nicht veröffentlicht.',
  "Question '{title}' can never apply: {titles} wait for each other, so none can be the first.":
    'Die Frage „{title}“ kommt nie vor: {titles} warten aufeinander, keine kann die erste sein.',
  "Question '{title}' can never apply: its rule waits for its own answer.":
    'Die Frage „{title}“ kommt nie vor: Ihre Regel wartet auf ihre eigene Antwort.',
  "Question '{title}' can never apply: the other rules exclude whatever its rule asks for.":
    'Die Frage „{title}“ kommt nie vor: Die übrigen Regeln schließen aus, wonach ihre Regel fragt.',
  "Question '{title}' can never apply, because it depends on {titles}, which never applies.":
    'Die Frage „{title}“ kommt nie vor, weil sie von {titles} abhängt, was nie vorkommt.',
  "Question '{title}' can never apply, because it depends on {titles}, which never apply.":
    'Die Frage „{title}“ kommt nie vor, weil sie von {titles} abhängt, die nie vorkommen.',
  "Question '{title}' can never apply.": 'Die Frage „{title}“ kommt nie vor.',
  'No configuration of this product is valid: its rules and required questions exclude each other.':
    'Keine Konfiguration dieses Produkts ist gültig: Regeln und Pflichtfragen schließen einander aus.',
  "No valid configuration holds the answer '{title}' of '{question}'.":
    'Keine gültige Konfiguration enthält die Antwort „{title}“ auf „{question}“.',
  "No valid configuration holds the answer '{title}' of '{question}': with it, some required question has no answer that applies.":
    'Keine gültige Konfiguration enthält die Antwort „{title}“ auf „{question}“: Mit ihr bleibt einer Pflichtfrage keine Antwort.',
  "The limits of '{title}' are kept by nobody: its entries are texts, or are not validated.":
    'An die Grenzen von „{title}“ hält sich niemand: Eingaben sind Texte oder werden nicht geprüft.',
  "The table '{title}' has no cell at {part}.": 'Der Tabelle „{title}“ fehlen Zellen: {part}.',
  "The figures of the table '{title}' fall after {part}.": 'Die Zahlen der Tabelle „{title}“ fallen nach: {part}.',
  "The table '{title}' has no row for {part} of '{question}', which it takes: a configuration with it costs nothing.":
    'Die Tabelle „{title}“ hat keine Zeile für {part} von „{question}“: Eine Konfiguration damit kostet nichts.',
  "The table '{title}' has no column for {part} of '{question}', which it takes: a configuration with it costs nothing.":
    'Die Tabelle „{title}“ hat keine Spalte für {part} von „{question}“: Eine Konfiguration damit kostet nichts.',
  "The table '{title}' has no row for {part} of '{question}', which it takes: a configuration with it has no price and cannot be ordered.":
    'Die Tabelle „{title}“ hat keine Zeile für {part} von „{question}“: Eine Konfiguration damit hat keinen Preis und lässt sich nicht bestellen.',
  "The table '{title}' has no column for {part} of '{question}', which it takes: a configuration with it has no price and cannot be ordered.":
    'Die Tabelle „{title}“ hat keine Spalte für {part} von „{question}“: Eine Konfiguration damit hat keinen Preis und lässt sich nicht bestellen.',
}

/** Translations of the values of `{part}`. */
export const germanParts: Readonly<Record<string, string>> = {
  'anything above {figure}': 'alles über {figure}',
  'anything below {figure}': 'alles unter {figure}',
  'question {id}': 'die Frage {id}',
  'answer {id}': 'die Antwort {id}',
  'calculation {id}': 'die Berechnung {id}',
  'row {row}, column {column}': 'Zeile {row}, Spalte {column}',
  'and {count} more': 'und {count} weitere',
  '{some} and {count} more': '{some} und {count} weitere',
}

/** Fallback for unknown messages. The English message follows it. */
export const germanKinds: Readonly<Record<FindingKind, string>> = {
  contradiction: 'Diese Regel kann nie zutreffen.',
  tautology: 'Diese Regel trifft immer zu.',
  'always-true-when-answered': 'Diese Regel wartet nur auf Antworten.',
  'redundant-part': 'Ein Teil dieser Regel ändert nichts.',
  'self-reference': 'Diese Regel fragt nach dem, was sie regelt.',
  cycle: 'Diese Fragen warten aufeinander.',
  unreachable: 'Das kommt nie vor.',
  'dead-answer': 'Diese Antwort steht in keiner gültigen Konfiguration.',
  'no-valid-configuration': 'Keine Konfiguration ist gültig.',
  'missing-reference': 'Das nennt etwas, das es nicht gibt.',
  'malformed-rule': 'Diese Regel lässt sich nicht lesen.',
  'unchecked-limit': 'An diese Grenze hält sich niemand.',
  'no-price': 'Einer Tabelle fehlt ein Preis.',
  'matrix-hole': 'Einer Tabelle fehlt eine Zelle.',
  'non-monotone': 'Die Zahlen einer Tabelle fallen.',
}
