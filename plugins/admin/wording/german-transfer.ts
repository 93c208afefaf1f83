// German texts of findings in a package before its import: message templates, and a fallback for each kind.
import type { TransferFindingKind } from '#core/surface.js'

/** `{entity}` is the name of an entity. The value of `{part}` has a translation of its own. */
export const germanTransfer: Readonly<Record<string, string>> = {
  "The copy of '{title}' is not published until you publish it.":
    'Die Kopie von „{title}“ ist nicht veröffentlicht, bis Sie sie veröffentlichen.',
  "Importing '{title}' deletes {count} records that the package lacks: {part}.":
    'Das Einspielen von „{title}“ löscht {count} Datensätze, die im Paket fehlen: {part}.',
  "Importing '{title}' deletes {count} record that the package lacks: {part}.":
    'Das Einspielen von „{title}“ löscht {count} Datensatz, der im Paket fehlt: {part}.',
  "{count} configuration in a cart refers to questions of '{title}' that would be deleted, and goes with them.":
    '{count} Konfiguration in einem Warenkorb bezieht sich auf Fragen von „{title}“, die gelöscht würden, und geht mit ihnen.',
  "{count} configurations in carts refer to questions of '{title}' that would be deleted, and go with them.":
    '{count} Konfigurationen in Warenkörben beziehen sich auf Fragen von „{title}“, die gelöscht würden, und gehen mit ihnen.',
  'These ids belong to other products and are given anew: {part}.':
    'Diese Nummern gehören anderen Produkten und werden neu vergeben: {part}.',
  'The package has no texts in {names}. New records get those in {tag} where a text is required.':
    'Das Paket hat keine Texte in {names}. Neue Datensätze bekommen die in {tag}, wo ein Text nötig ist.',
  'The texts in {names} would be left out: this shop does not have these languages.':
    'Die Texte in {names} blieben weg: Dieser Shop hat diese Sprachen nicht.',
  'The package was written by version {version} of the service; this is {version2}.':
    'Das Paket wurde von Version {version} geschrieben; hier läuft {version2}.',
  'The package carries code calculations, so importing it needs the scope code:write too.':
    'Das Paket bringt Berechnungen in Code mit: Zum Einspielen brauchen Sie auch das Recht code:write.',
  "This installation has no entity '{name}'. Install the customization that brings it, then import again.":
    'Diese Installation kennt „{name}“ nicht. Installieren Sie die Erweiterung, die es mitbringt, und spielen Sie dann noch einmal ein.',
  '{entity} are no part of a product, so no package brings them.':
    '{entity} gehören zu keinem Produkt: Kein Paket bringt sie mit.',
  '{part} belongs to nothing that is in the package.': '{part} gehört zu nichts, was im Paket ist.',
  "{part} names {other} in '{name}', which is not in the package.": '{part} nennt in „{name}“ {other}: Das ist nicht im Paket.',
  "{part} has the field '{name}', which this installation does not know. It would be left out.":
    '{part} hat das Feld „{name}“, das diese Installation nicht kennt. Es bliebe weg.',
  "{entity} {id} of the package, '{name}', is {entity2} {other} here.":
    '{entity} {id} des Pakets, „{name}“, ist hier {entity2} {other}.',
  "{part} needs the {entity} '{name}' as {field}, and this shop has none of that name. Make one, then import again.":
    '{part} braucht „{name}“ ({entity}) als {field}; in diesem Shop heißt nichts so. Legen Sie es an, und spielen Sie dann noch einmal ein.',
  "{part} names the {entity} '{name}' as {field}, and this shop has none of that name. It would be left out.":
    '{part} nennt „{name}“ ({entity}) als {field}; in diesem Shop heißt nichts so. Es bliebe weg.',
  "The package has no '{name}', which a record names.": 'Im Paket fehlt „{name}“, das ein Datensatz nennt.',
  "'{name}' was changed or damaged: its checksum is not that of the manifest.":
    '„{name}“ wurde verändert oder beschädigt: Die Prüfsumme ist nicht die des Verzeichnisses.',
  'This zip file has no {name}, so it is no transfer package.': 'In dieser Zip-Datei fehlt {name}: Sie ist kein Paket.',
  'The list of files cannot be read: {reason}.': 'Die Liste der Dateien lässt sich nicht lesen: {reason}.',
  'This is no whole zip file: {reason}. Fetch the package once more.':
    'Das ist keine ganze Zip-Datei: {reason}. Holen Sie das Paket noch einmal.',
}

/** Fallback for unknown messages. The English message follows it. */
export const germanTransferKinds: Readonly<Record<TransferFindingKind, string>> = {
  'not-a-package': 'Das ist kein Paket.',
  truncated: 'Ein Teil des Pakets fehlt.',
  'too-many-entries': 'Das hat zu viele Dateien.',
  'too-large': 'Das ist zu groß.',
  bomb: 'Das Paket würde ausgepackt viel zu groß.',
  'unsafe-entry': 'Eine Datei des Pakets läge außerhalb davon.',
  'duplicate-entry': 'Zwei Dateien des Pakets heißen gleich.',
  'unexpected-entry': 'Eine Datei gehört in kein Paket.',
  encrypted: 'Eine Datei ist mit einem Kennwort verschlossen.',
  manifest: 'Das Verzeichnis des Pakets stimmt nicht.',
  'format-version': 'Diese Fassung des Formats ist hier unbekannt.',
  'missing-file': 'Eine Datei fehlt im Paket.',
  'unlisted-file': 'Eine Datei steht nicht im Verzeichnis.',
  checksum: 'Eine Datei wurde verändert oder beschädigt.',
  'malformed-record': 'Ein Datensatz lässt sich nicht lesen.',
  'unknown-entity': 'Dieser Installation fehlt eine Erweiterung.',
  'foreign-record': 'Das gehört zu keinem Produkt.',
  'unknown-type': 'Diese Installation kennt einen Typ nicht.',
  'refers-outside': 'Das verweist auf etwas, das nicht im Paket ist.',
  'missing-record': 'Diesem Shop fehlt etwas, das gebraucht wird.',
  'id-clash': 'Diese Nummer gehört schon einem anderen Datensatz.',
  'invalid-record': 'Ein Datensatz ist nicht, wie er sein muss.',
  'invalid-file': 'Eine Datei ist nicht, wie sie sein muss.',
  'unknown-field': 'Ein Feld ist hier unbekannt und bliebe weg.',
  'missing-language': 'Dem Paket fehlen Texte.',
  'extra-language': 'Texte in fremden Sprachen blieben weg.',
  'left-empty': 'Ein Feld bliebe leer.',
  'deletes-records': 'Das Einspielen löscht Datensätze.',
  'deletes-configurations': 'Das Einspielen löscht Konfigurationen in Warenkörben.',
  'proof-warning': 'Das ist zweifelhaft.',
  'proof-notice': 'Das ist vielleicht nicht so gemeint.',
  'other-record': 'Das hat hier eine andere Nummer.',
  'new-id': 'Nummern werden neu vergeben.',
  'not-published': 'Die Kopie ist noch nicht veröffentlicht.',
  'left-out': 'Etwas ist nicht im Paket.',
  'other-version': 'Das Paket kommt aus einer anderen Version.',
  code: 'Das Paket bringt Code mit.',
}
