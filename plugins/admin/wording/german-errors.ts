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
    'Das Feld „{field}“ darf nicht leer sein. Der Text auf {tag} fehlt.',
  'Field {field} cannot be changed after creation.': 'Das Feld „{field}“ lässt sich nach dem Anlegen nicht mehr ändern.',
  'Field {field} takes a text.': 'Geben Sie im Feld „{field}“ einen Text ein.',
  "Field {field}: '{text}' can mean {first} or {second}. Enter one of the two.":
    'Das Feld „{field}“: „{text}“ kann {first} oder {second} bedeuten. Geben Sie eines von beiden ein.',
  'Field {field} takes a single line; this text has a line break.':
    'Das Feld „{field}“ darf nur eine Zeile enthalten; dieser Text hat einen Zeilenumbruch.',
  'Field {field} takes the IANA name of a time zone, such as Europe/Berlin or UTC.':
    'Geben Sie im Feld „{field}“ eine Zeitzone ein, zum Beispiel Europe/Berlin oder UTC.',
  "Field {field} takes an address at {hosts} or this machine. The setting 'paymentHosts' allows further hosts.":
    'Das Feld „{field}“ nimmt eine Adresse bei {hosts} oder auf diesem Rechner. Weitere Hosts erlaubt die Einstellung paymentHosts.',
  "Field {field} needs '{field2}' before the payment method is published. Enter it, or leave the method unpublished.":
    'Das Feld „{field}“ braucht „{field2}“, bevor die Zahlungsart veröffentlicht wird. Geben Sie es ein, oder lassen Sie die Zahlungsart unveröffentlicht.',
  'Field {field} takes more than dots.': 'Das Feld „{field}“ darf nicht nur aus Punkten bestehen.',
  'Field {field} takes a number.': 'Geben Sie im Feld „{field}“ eine Zahl ein.',
  'Field {field} takes a whole number.': 'Geben Sie im Feld „{field}“ eine ganze Zahl ein.',
  'Field {field} takes {least} or more.': 'Der Wert im Feld „{field}“ muss mindestens {least} sein.',
  'Field {field} takes {most} or less.': 'Der Wert im Feld „{field}“ darf höchstens {most} sein.',
  'Field {field} takes a number of at most {count} significant digits.':
    'Die Zahl im Feld „{field}“ darf höchstens {count} Ziffern haben.',
  'Field {field} takes at most {count} decimal places.':
    'Der Wert im Feld „{field}“ darf höchstens {count} Nachkommastellen haben.',
  'Field {field} takes at most {most} characters; this text has {length}.':
    'Der Text im Feld „{field}“ darf höchstens {most} Zeichen haben; dieser hat {length}.',
  'Field {field} takes at least {least} characters.': 'Der Text im Feld „{field}“ muss mindestens {least} Zeichen haben.',
  'Field {field} takes no NUL characters.': 'Das Feld „{field}“ darf keine Nullzeichen enthalten.',
  'Field {field} takes HTML that is nested at most {most} levels deep.':
    'HTML im Feld „{field}“ darf höchstens {most} Ebenen tief verschachtelt sein.',
  'Field {field} takes at most {count} entries; there are {count2}.':
    'Das Feld „{field}“ darf höchstens {count} Einträge haben; es sind {count2}.',
  'Field {field} takes true or false.': 'Wählen Sie im Feld „{field}“ Ja oder Nein.',
  'Field {field} takes one of {choices}.': 'Wählen Sie im Feld „{field}“ eines von {choices}.',
  'Field {field} takes a language tag such as en-GB.': 'Geben Sie im Feld „{field}“ ein Sprachkürzel wie en-GB ein.',
  'Field {field} takes an e-mail address.': 'Geben Sie im Feld „{field}“ eine gültige E-Mail-Adresse ein.',
  'Field {field} takes an id: a whole number from 1.': 'Geben Sie im Feld „{field}“ eine ganze Zahl ab 1 ein.',
  'Field {field} takes the id of a {name} record.': 'Wählen Sie im Feld „{field}“ einen vorhandenen Eintrag.',
  'Field {field} takes the id of a {name} record; null clears it.':
    'Wählen Sie im Feld „{field}“ einen vorhandenen Eintrag oder nichts.',
  'Field {field} takes each choice only once.': 'Im Feld „{field}“ ist etwas doppelt gewählt.',
  'Field {field} takes an ISO 8601 date or time such as 2026-05-01 or 2026-05-01T09:30:00Z.':
    'Geben Sie im Feld „{field}“ ein gültiges Datum ein.',
  'Field {field} takes a file by upload; null takes the present one out.': 'Laden Sie im Feld „{field}“ eine Datei hoch.',
  'Field {field} takes a rule such as {example}, or null.':
    'Das Feld „{field}“ muss eine Regel wie {example} enthalten oder leer sein.',
  'Field {field} takes an object.': 'Das Feld „{field}“ muss ein Objekt enthalten.',
  'Field {field} takes an object or a list.': 'Das Feld „{field}“ muss ein Objekt oder eine Liste enthalten.',
  'Field {field} takes a list.': 'Das Feld „{field}“ muss eine Liste enthalten.',
  'Field {field} takes a list of {what}.': 'Das Feld „{field}“ muss eine Liste enthalten: {what}.',
  'Field {field} takes JSON values only.': 'Das Feld „{field}“ darf nur JSON-Werte enthalten.',
  'Field {field} names {key} {id} twice.': 'Das Feld „{field}“ nennt {id} doppelt.',
  'Field {field} names question {id} twice.': 'Das Feld „{field}“ nennt die Frage {id} doppelt.',
  'Field {field} must be unique: {value} is already that of {entity} {id}.':
    'Das Feld „{field}“ muss eindeutig sein: {value} hat schon {entity} {id}.',
  'Field {field} refers to nothing: there is no {entity} with the id {id}.':
    'Das Feld „{field}“ verweist auf nichts: {entity} {id} gibt es nicht.',
  'Field {field} has no {entity} with the id {id}.': 'Das Feld „{field}“ hat keinen Eintrag {id} ({entity}).',
  'Field {field} takes a {name} that lies in what Field {field2} names.':
    'Der Eintrag im Feld „{field}“ muss zu „{field2}“ gehören.',
  'Field {field} cannot be less than {field2}, which is {least}.': '„{field}“ darf nicht kleiner sein als „{field2}“ ({least}).',
  "Field {field} cannot be '{value}': another account has it.": '„{value}“ gehört schon einem anderen Konto.',
  'Field {field} cannot be read as a template: {what}.': 'Das Feld „{field}“ lässt sich nicht als Vorlage lesen: {what}.',
  "Field {field} names '{name}', which is no placeholder.": '„{name}“ im Feld „{field}“ ist kein Platzhalter.',
  'Field {field} takes a {what} such as {example}.': 'Geben Sie im Feld „{field}“ einen Wert wie {example} ein.',
  'Field {field} takes an {what} such as {example}.': 'Geben Sie im Feld „{field}“ einen Wert wie {example} ein.',
  "Unknown field '{name}' on {entity}.": 'Ein Feld „{name}“ gibt es hier nicht.',
  "The field '{name}' is missing.": 'Das Feld „{name}“ fehlt.',
  "The argument '{name}' is missing.": 'Die Angabe „{name}“ fehlt.',
  'Exactly one of {names} must be given; {what}.': 'Genau eines von {names} muss angegeben sein.',
  'Calculation {id} already has the body {name} {other}. Change that one.':
    'Die Berechnung {id} hat schon ihren Inhalt ({other}). Ändern Sie den.',
  "There must always be a {what}. Set '{name}' on another {entity} instead; that clears it here.":
    'Ein Eintrag muss immer so gekennzeichnet sein. Kennzeichnen Sie stattdessen einen anderen.',
  'There is no {entity} with the id {id}.': 'Es gibt keinen Eintrag {id} ({entity}).',
  'There is no {entity} {id}.': 'Es gibt keinen Eintrag {id} ({entity}).',
  "There is no {entity} '{name}'.": 'Es gibt keinen Eintrag „{name}“ ({entity}).',
  'There is no mail {id} in the queue.': 'Die E-Mail {id} ist nicht mehr in der Warteschlange.',
  'E-mail {id} is not in the queue, or it is created only when it is sent.':
    'Die E-Mail {id} ist nicht mehr in der Warteschlange, oder sie wird erst beim Senden erstellt.',
  'This e-mail is plain text.': 'Diese E-Mail enthält nur Text.',
  'This cannot be undone: it was already undone, or was done more than an hour ago.':
    'Das lässt sich nicht mehr rückgängig machen. Es wurde schon rückgängig gemacht oder ist länger als eine Stunde her.',
  'Could not delete {part}, because it contains {entities}':
    '{part} lässt sich nicht löschen, weil noch Einträge dazugehören: {entities}.',
  'Could not delete {part}, because {part2} refers to it': '{part} lässt sich nicht löschen, weil {part2} darauf verweist.',
  'One request changes {most} records at most, and these are {count}.':
    'Auf einmal lassen sich höchstens {most} Einträge ändern; das sind {count}.',
  'The record has none of the entity tags in If-Match. Read it again and repeat the change.':
    'Der Eintrag wurde inzwischen geändert. Lesen Sie ihn neu und wiederholen Sie die Änderung.',
  "Field '{field}' is not the password of this account.": 'Das ist nicht das Passwort dieses Kontos.',
  "Field 'code' takes the six digits that the app shows now.": 'Geben Sie die sechs Ziffern ein, die Ihre App jetzt anzeigt.',
  "Field 'email' cannot be '{value}': another account has it.": '„{value}“ gehört schon einem anderen Konto.',
  'The e-mail address, password or one-time code is incorrect, or the account is deactivated.':
    'E-Mail-Adresse, Passwort oder Einmalcode ist falsch, oder das Konto ist gesperrt.',
  'This account requires a one-time code in addition to the password.':
    'Geben Sie zusätzlich zum Passwort den Einmalcode aus Ihrer App ein.',
  'Two-step verification is already turned on. Turn it off first.':
    'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet. Schalten Sie sie zuerst aus.',
  'Two-step verification setup was not started. Start again, and enter the new key in your app.':
    'Die Einrichtung wurde nicht begonnen. Beginnen Sie erneut und geben Sie den neuen Schlüssel in Ihre App ein.',
  'This is your own account. Ask another administrator with the right system:write.':
    'Das ist Ihr eigenes Konto. Bitten Sie einen anderen Administrator darum.',
  'You can only grant rights that you have. You lack {what}.':
    'Sie können nur Rechte vergeben, die Sie selbst haben. Ihnen fehlt {what}.',
  'This needs the scope {what}, which this caller does not hold.': 'Dafür fehlt Ihnen das Recht {what}.',
  'This needs the scopes {what}, which this caller does not hold.': 'Dafür fehlen Ihnen die Rechte {what}.',
  'The preview has expired. Open it again.': 'Die Vorschau ist abgelaufen. Öffnen Sie sie erneut.',
  'The file is larger than the limit of {size} MiB.': 'Die Datei ist größer als {size} MiB.',
  'This drawing is larger than the limit of {size} MiB.': 'Diese Zeichnung ist größer als {size} MiB.',
  'This drawing is nested deeper than {most} levels.': 'Diese Zeichnung ist mehr als {most} Ebenen tief verschachtelt.',
  "This outreach is '{status}' already: it is decided once.": 'Diese Anfrage wurde schon beantwortet oder abgelehnt.',
  'The shopper left no e-mail address.': 'Der Käufer hat keine E-Mail-Adresse hinterlassen.',
  "Fields 'subject' and 'text' are required.": 'Geben Sie einen Betreff und eine Nachricht ein.',
  'Another payment is being refunded. Try again in a minute.':
    'Eine andere Zahlung wird gerade erstattet. Versuchen Sie es in einer Minute erneut.',
  "Field 'amount' takes more than 0 and at most {amount}.": 'Der Betrag muss über 0 und darf höchstens {amount} sein.',
  'There are {count} more mistakes; mend these first.': 'Es gibt noch {count} weitere Fehler. Beheben Sie zuerst diese.',
  "There is a product '{title}' already, with the id {id}. Name another title, or say with 'replace' that it becomes what the file says.":
    'Ein Produkt „{title}“ gibt es schon ({id}). Nennen Sie einen anderen Titel, oder lassen Sie es ersetzen.',
}

/** Fallback for unknown messages. The English message follows it. */
export const germanErrorCodes: Readonly<Record<string, string>> = {
  REQUIRED: 'Hier fehlt etwas.',
  MISSING: 'Hier fehlt etwas.',
  WRONG_TYPE: 'Dieser Wert hat das falsche Format.',
  INVALID_VALUE: 'Dieser Wert ist ungültig.',
  INVALID: 'Dieser Wert ist ungültig.',
  OUT_OF_RANGE: 'Der Wert liegt außerhalb der Grenzen.',
  TOO_LONG: 'Das ist zu lang.',
  TOO_SHORT: 'Das ist zu kurz.',
  TOO_MANY: 'Das sind zu viele.',
  TOO_LARGE: 'Das ist zu groß.',
  NOT_A_CHOICE: 'Dieser Wert steht nicht zur Auswahl.',
  NOT_ALLOWED: 'Das ist hier nicht erlaubt.',
  NOT_UNIQUE: 'Das gibt es schon.',
  DUPLICATE: 'Dieser Eintrag ist doppelt.',
  NOT_WITHIN: 'Das gehört nicht hierher.',
  UNKNOWN: 'Das gibt es hier nicht.',
  UNKNOWN_FIELD: 'Dieses Feld gibt es hier nicht.',
  UNKNOWN_REFERENCE: 'Das verweist auf etwas, das es nicht gibt.',
  UNKNOWN_LANGUAGE: 'Diese Sprache gibt es hier nicht.',
  UNKNOWN_CURRENCY: 'Diese Währung gibt es hier nicht.',
  LOCKED: 'Das lässt sich nicht mehr ändern.',
  VALUE_LOOP: 'Das hängt von sich selbst ab.',
  DECIDED: 'Das ist schon entschieden.',
  NO_ADDRESS: 'Es gibt keine Adresse.',
  USED: 'Das wird noch gebraucht.',
  PAID: 'Das ist schon bezahlt.',
  ORDERED: 'Das ist schon bestellt.',
  EXPIRED: 'Das ist abgelaufen.',
  ID_CLASH: 'Diese Nummer gehört schon etwas anderem.',
  AUTHENTICATION_REQUIRED: 'Dafür müssen Sie sich anmelden.',
  AUTHENTICATION_FAILED: 'Die Anmeldung ist fehlgeschlagen.',
  TOTP_REQUIRED: 'Es fehlt der Einmalcode.',
  INSUFFICIENT_SCOPE: 'Dafür fehlt Ihnen ein Recht.',
  ORIGIN_NOT_ALLOWED: 'Die Anfrage kommt von einer fremden Website.',
  NOT_FOUND: 'Das wurde nicht gefunden.',
  METHOD_NOT_ALLOWED: 'Das geht hier nicht.',
  VALIDATION_FAILED: 'Das wurde nicht gespeichert. Bitte prüfen Sie Ihre Eingaben.',
  PRECONDITION_FAILED: 'Der Eintrag wurde inzwischen geändert.',
  STALE_REVISION: 'Die Konfiguration wurde inzwischen geändert.',
  TOTAL_CHANGED: 'Die Summe ist inzwischen eine andere.',
  REQUEST_TIMEOUT: 'Die Anfrage kam nicht rechtzeitig vollständig an. Versuchen Sie es noch einmal.',
  IDEMPOTENCY_IN_PROGRESS: 'Dieselbe Anfrage läuft noch.',
  PAYLOAD_TOO_LARGE: 'Das ist zu groß, um es zu senden.',
  UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei wird nicht angenommen.',
  TOO_MANY_REQUESTS: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
  NOT_READY: 'Das ist gerade nicht möglich. Versuchen Sie es in Kürze erneut.',
  TRANSFER_FAILED: 'Die Übertragung ist fehlgeschlagen.',
}
