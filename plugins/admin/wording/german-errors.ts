// German error messages: message templates, and a fallback for each error code.

/** `{field}`, `{entity}` and `{entities}` are labels. `{part}` is a message of its own, or the name of a record. */
export const germanErrorMessages: Readonly<Record<string, string>> = {
  'They belong to {entities}, which each shop has its own of.': 'Sie gehören zu {entities}; davon hat jeder Shop seine eigenen.',
  'They belong to shoppers and orders of this shop, not to the product.':
    'Sie gehören zu Käufern und Bestellungen dieses Shops, nicht zum Produkt.',
  'It is a secret, which is never read out.': 'Das ist geheim und wird nie ausgelesen.',
  'Their bytes are no longer in the file store.': 'Ihr Inhalt ist nicht mehr in der Ablage.',
  'Field {field} cannot be empty.': 'Das Feld „{field}“ darf nicht leer sein.',
  "Field {field} cannot be empty. '{key}' takes its text in {tag}.":
    'Das Feld „{field}“ darf nicht leer sein. Sein Text auf {tag} fehlt.',
  'Field {field} cannot be changed after creation.': 'Das Feld „{field}“ lässt sich nach dem Anlegen nicht mehr ändern.',
  'Field {field} takes a text.': 'Das Feld „{field}“ nimmt einen Text.',
  "Field {field}: '{text}' can mean {first} or {second}. Enter one of the two.":
    'Das Feld „{field}“: „{text}“ kann {first} oder {second} bedeuten. Geben Sie eines von beiden ein.',
  'Field {field} takes a single line; this text has a line break.':
    'Das Feld „{field}“ nimmt eine einzige Zeile; dieser Text hat einen Zeilenumbruch.',
  'Field {field} takes the IANA name of a time zone, such as Europe/Berlin or UTC.':
    'Das Feld „{field}“ nimmt den IANA-Namen einer Zeitzone, zum Beispiel Europe/Berlin oder UTC.',
  "Field {field} takes an address at {hosts} or this machine. The setting 'paymentHosts' allows further hosts.":
    'Das Feld „{field}“ nimmt eine Adresse bei {hosts} oder auf diesem Rechner. Weitere Hosts erlaubt die Einstellung paymentHosts.',
  "Field {field} needs '{field2}' before the payment method is published. Enter it, or leave the method unpublished.":
    'Das Feld „{field}“ braucht „{field2}“, bevor die Zahlungsart veröffentlicht wird. Geben Sie es ein, oder lassen Sie die Zahlungsart unveröffentlicht.',
  'Field {field} takes more than dots.': 'Das Feld „{field}“ nimmt mehr als Punkte.',
  'Field {field} takes a number.': 'Das Feld „{field}“ nimmt eine Zahl.',
  'Field {field} takes a whole number.': 'Das Feld „{field}“ nimmt eine ganze Zahl.',
  'Field {field} takes {least} or more.': 'Das Feld „{field}“ nimmt {least} oder mehr.',
  'Field {field} takes {most} or less.': 'Das Feld „{field}“ nimmt {most} oder weniger.',
  'Field {field} takes a number of at most {count} significant digits.':
    'Das Feld „{field}“ nimmt eine Zahl mit höchstens {count} Ziffern.',
  'Field {field} takes at most {count} decimal places.': 'Das Feld „{field}“ nimmt höchstens {count} Nachkommastellen.',
  'Field {field} takes at most {most} characters; this text has {length}.':
    'Das Feld „{field}“ nimmt höchstens {most} Zeichen; dieser Text hat {length}.',
  'Field {field} takes at least {least} characters.': 'Das Feld „{field}“ nimmt mindestens {least} Zeichen.',
  'Field {field} takes no NUL characters.': 'Das Feld „{field}“ nimmt keine Nullzeichen.',
  'Field {field} takes HTML that is nested at most {most} levels deep.':
    'Das Feld „{field}“ nimmt HTML, das höchstens {most} Ebenen tief verschachtelt ist.',
  'Field {field} takes at most {count} entries; there are {count2}.':
    'Das Feld „{field}“ nimmt höchstens {count} Einträge; es sind {count2}.',
  'Field {field} takes true or false.': 'Das Feld „{field}“ nimmt Ja oder Nein.',
  'Field {field} takes one of {choices}.': 'Das Feld „{field}“ nimmt eines von {choices}.',
  'Field {field} takes a language tag such as en-GB.': 'Das Feld „{field}“ nimmt ein Sprachkürzel wie en-GB.',
  'Field {field} takes an e-mail address.': 'Das Feld „{field}“ nimmt eine E-Mail-Adresse.',
  'Field {field} takes an id: a whole number from 1.': 'Das Feld „{field}“ nimmt eine Nummer: eine ganze Zahl ab 1.',
  'Field {field} takes the id of a {name} record.': 'Das Feld „{field}“ nimmt einen vorhandenen Eintrag.',
  'Field {field} takes the id of a {name} record; null clears it.':
    'Das Feld „{field}“ nimmt einen vorhandenen Eintrag oder nichts.',
  'Field {field} takes each choice only once.': 'Das Feld „{field}“ nimmt jede Wahl nur einmal.',
  'Field {field} takes an ISO 8601 date or time such as 2026-05-01 or 2026-05-01T09:30:00Z.':
    'Das Feld „{field}“ nimmt ein Datum oder eine Zeit wie 2026-05-01 oder 2026-05-01T09:30:00Z.',
  'Field {field} takes a file by upload; null takes the present one out.': 'Das Feld „{field}“ nimmt eine hochgeladene Datei.',
  'Field {field} takes a rule such as {example}, or null.': 'Das Feld „{field}“ nimmt eine Regel wie {example} oder nichts.',
  'Field {field} takes an object.': 'Das Feld „{field}“ nimmt ein Objekt.',
  'Field {field} takes an object or a list.': 'Das Feld „{field}“ nimmt ein Objekt oder eine Liste.',
  'Field {field} takes a list.': 'Das Feld „{field}“ nimmt eine Liste.',
  'Field {field} takes a list of {what}.': 'Das Feld „{field}“ nimmt eine Liste: {what}.',
  'Field {field} takes JSON values only.': 'Das Feld „{field}“ nimmt nur JSON-Werte.',
  'Field {field} names {key} {id} twice.': 'Das Feld „{field}“ nennt {id} doppelt.',
  'Field {field} names question {id} twice.': 'Das Feld „{field}“ nennt die Frage {id} doppelt.',
  'Field {field} must be unique: {value} is already that of {entity} {id}.':
    'Das Feld „{field}“ muss eindeutig sein: {value} hat schon {entity} {id}.',
  'Field {field} refers to nothing: there is no {entity} with the id {id}.':
    'Das Feld „{field}“ verweist auf nichts: {entity} {id} gibt es nicht.',
  'Field {field} has no {entity} with the id {id}.': 'Das Feld „{field}“ hat keinen Eintrag {id} ({entity}).',
  'Field {field} takes a {name} that lies in what Field {field2} names.':
    'Das Feld „{field}“ nimmt nur, was in dem liegt, was „{field2}“ nennt.',
  'Field {field} cannot be less than {field2}, which is {least}.':
    '„{field}“ darf nicht kleiner sein als „{field2}“, also {least}.',
  "Field {field} cannot be '{value}': another account has it.": '„{value}“ gehört schon einem anderen Konto.',
  'Field {field} cannot be read as a template: {what}.': 'Das Feld „{field}“ lässt sich nicht als Vorlage lesen: {what}.',
  "Field {field} names '{name}', which is no placeholder.": 'Das Feld „{field}“ nennt „{name}“, das kein Platzhalter ist.',
  'Field {field} takes a {what} such as {example}.': 'Das Feld „{field}“ nimmt etwas wie {example}.',
  'Field {field} takes an {what} such as {example}.': 'Das Feld „{field}“ nimmt etwas wie {example}.',
  "Unknown field '{name}' on {entity}.": 'Ein Feld „{name}“ gibt es hier nicht.',
  "The field '{name}' is missing.": 'Das Feld „{name}“ fehlt.',
  "The argument '{name}' is missing.": 'Die Angabe „{name}“ fehlt.',
  'Exactly one of {names} must be given; {what}.': 'Genau eines von {names} muss angegeben sein.',
  'Calculation {id} already has the body {name} {other}. Change that one.':
    'Die Berechnung {id} hat schon ihren Inhalt ({other}). Ändern Sie den.',
  "There must always be a {what}. Set '{name}' on another {entity} instead; that clears it here.":
    'Einen solchen Eintrag muss es immer geben. Wählen Sie einen anderen dafür; dann wird er es hier nicht mehr sein.',
  'There is no {entity} with the id {id}.': 'Es gibt keinen Eintrag {id} ({entity}).',
  'There is no {entity} {id}.': 'Es gibt keinen Eintrag {id} ({entity}).',
  "There is no {entity} '{name}'.": 'Es gibt keinen Eintrag „{name}“ ({entity}).',
  'There is no mail {id} in the queue.': 'In der Warteschlange gibt es keine Mail {id}.',
  'There is no mail {id} in the queue, or it is written only when it is sent.':
    'In der Warteschlange gibt es keine Mail {id}, oder sie wird erst beim Senden geschrieben.',
  'This mail is plain text.': 'Diese Mail ist nur Text.',
  'There is nothing to take back here: it is done already, or longer ago than an hour.':
    'Hier ist nichts zurückzunehmen: Es ist schon geschehen oder länger als eine Stunde her.',
  'Could not delete {part}, because it contains {entities}':
    '{part} lässt sich nicht löschen, weil noch etwas darin liegt: {entities}.',
  'Could not delete {part}, because {part2} refers to it': '{part} lässt sich nicht löschen, weil {part2} darauf verweist.',
  'One request changes {most} records at most, and these are {count}.':
    'Auf einmal lassen sich höchstens {most} Einträge ändern; das sind {count}.',
  'The record has none of the entity tags in If-Match. Read it again and repeat the change.':
    'Der Eintrag wurde inzwischen geändert. Lesen Sie ihn neu und wiederholen Sie die Änderung.',
  "Field '{field}' is not the password of this account.": 'Das ist nicht das Passwort dieses Kontos.',
  "Field 'code' takes the six digits that the app shows now.": 'Hier stehen die sechs Ziffern, die die App jetzt zeigt.',
  "Field 'email' cannot be '{value}': another account has it.": '„{value}“ gehört schon einem anderen Konto.',
  'E-mail address, password or one-time code are not right, or the account is closed.':
    'E-Mail-Adresse, Passwort oder Einmalcode stimmen nicht, oder das Konto ist geschlossen.',
  'This account asks for the six digits that the app shows. Send them with the password.':
    'Dieses Konto verlangt die sechs Ziffern, die die App zeigt. Geben Sie sie mit dem Passwort ein.',
  'This account asks for one-time codes already. End that first, with the password.':
    'Dieses Konto verlangt schon Einmalcodes. Beenden Sie das zuerst, mit dem Passwort.',
  'No one-time codes have been begun. Begin anew, and put the new secret into the app.':
    'Einmalcodes sind nicht begonnen. Beginnen Sie neu, und geben Sie der App das neue Geheimnis.',
  'This is your own account. Somebody else with the scope system:write can do this.':
    'Das ist Ihr eigenes Konto. Jemand anderes mit dem Recht system:write kann das tun.',
  'Nobody gives or keeps rights that he lacks, and you lack {what}.':
    'Niemand gibt Rechte, die er nicht hat, und Ihnen fehlt {what}.',
  'This needs the scope {what}, which this caller does not hold.': 'Dafür fehlt Ihnen das Recht {what}.',
  'This needs the scopes {what}, which this caller does not hold.': 'Dafür fehlen Ihnen die Rechte {what}.',
  'The configuration of the workshop is gone. Open it again.': 'Die Konfiguration der Werkstatt ist weg. Öffnen Sie sie neu.',
  'The file is larger than the limit of {size} MiB.': 'Die Datei ist größer als {size} MiB.',
  'This drawing is larger than the limit of {size} MiB.': 'Diese Zeichnung ist größer als {size} MiB.',
  'This drawing is nested deeper than {most} levels.': 'Diese Zeichnung ist mehr als {most} Ebenen tief verschachtelt.',
  "This outreach is '{status}' already: it is decided once.": 'Das ist schon entschieden: Es wird nur einmal entschieden.',
  'The shopper left no e-mail address.': 'Der Käufer hat keine E-Mail-Adresse hinterlassen.',
  "Fields 'subject' and 'text' are what the shopper reads; both are needed.":
    'Betreff und Nachricht liest der Käufer; beide sind nötig.',
  'Another payment is being paid back. Try again in a minute.':
    'Eine andere Zahlung wird gerade zurückgezahlt. Versuchen Sie es in einer Minute wieder.',
  "Field 'amount' takes more than 0 and at most {amount}.": 'Der Betrag liegt über 0 und höchstens bei {amount}.',
  'There are {count} more mistakes; mend these first.': 'Es gibt noch {count} Fehler; beheben Sie zuerst diese.',
  "There is a product '{title}' already, with the id {id}. Name another title, or say with 'replace' that it becomes what the file says.":
    'Ein Produkt „{title}“ gibt es schon ({id}). Nennen Sie einen anderen Titel, oder lassen Sie es ersetzen.',
}

/** Fallback for unknown messages. The English message follows it. */
export const germanErrorCodes: Readonly<Record<string, string>> = {
  REQUIRED: 'Hier fehlt etwas.',
  MISSING: 'Hier fehlt etwas.',
  WRONG_TYPE: 'Hier steht etwas von anderer Art.',
  INVALID_VALUE: 'Das wird hier nicht angenommen.',
  INVALID: 'Das wird hier nicht angenommen.',
  OUT_OF_RANGE: 'Das liegt außerhalb der Grenzen.',
  TOO_LONG: 'Das ist zu lang.',
  TOO_SHORT: 'Das ist zu kurz.',
  TOO_MANY: 'Das sind zu viele.',
  TOO_LARGE: 'Das ist zu groß.',
  NOT_A_CHOICE: 'Das steht nicht zur Wahl.',
  NOT_ALLOWED: 'Das ist hier nicht erlaubt.',
  NOT_UNIQUE: 'Das gibt es schon.',
  DUPLICATE: 'Das steht doppelt da.',
  NOT_WITHIN: 'Das gehört nicht hierher.',
  UNKNOWN: 'Das gibt es hier nicht.',
  UNKNOWN_FIELD: 'Dieses Feld gibt es hier nicht.',
  UNKNOWN_REFERENCE: 'Das verweist auf etwas, das es nicht gibt.',
  UNKNOWN_LANGUAGE: 'Diese Sprache gibt es hier nicht.',
  UNKNOWN_CURRENCY: 'Diese Währung gibt es hier nicht.',
  LOCKED: 'Das lässt sich nicht mehr ändern.',
  VALUE_LOOP: 'Das wartet auf sich selbst.',
  DECIDED: 'Das ist schon entschieden.',
  NO_ADDRESS: 'Es gibt keine Adresse.',
  USED: 'Das wird noch gebraucht.',
  PAID: 'Das ist schon bezahlt.',
  ORDERED: 'Das ist schon bestellt.',
  EXPIRED: 'Das ist abgelaufen.',
  ID_CLASH: 'Diese Nummer gehört schon etwas anderem.',
  AUTHENTICATION_REQUIRED: 'Dafür müssen Sie sich anmelden.',
  AUTHENTICATION_FAILED: 'Die Anmeldung stimmt nicht.',
  TOTP_REQUIRED: 'Es fehlt der Einmalcode.',
  INSUFFICIENT_SCOPE: 'Dafür fehlt Ihnen ein Recht.',
  ORIGIN_NOT_ALLOWED: 'Das kommt von einer fremden Seite.',
  NOT_FOUND: 'Das gibt es nicht, oder nicht mehr.',
  METHOD_NOT_ALLOWED: 'Das geht hier nicht.',
  VALIDATION_FAILED: 'Das wurde nicht angenommen; es ist nichts geändert.',
  PRECONDITION_FAILED: 'Der Eintrag wurde inzwischen geändert.',
  STALE_REVISION: 'Die Konfiguration wurde inzwischen geändert.',
  TOTAL_CHANGED: 'Die Summe ist inzwischen eine andere.',
  REQUEST_TIMEOUT: 'Die Anfrage kam nicht rechtzeitig vollständig an. Versuchen Sie es noch einmal.',
  IDEMPOTENCY_IN_PROGRESS: 'Dieselbe Anfrage läuft noch.',
  PAYLOAD_TOO_LARGE: 'Das ist zu groß, um es zu senden.',
  UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei wird nicht angenommen.',
  TOO_MANY_REQUESTS: 'Das war zu oft. Warten Sie eine Minute.',
  NOT_READY: 'Das ist gerade nicht möglich. Versuchen Sie es gleich wieder.',
  TRANSFER_FAILED: 'Die Übertragung ist gescheitert.',
}
