// German names of scheduled tasks, stock question types, payment providers and special screens.
export const germanPlugins: Readonly<Record<string, string>> = {
  'Reviews to judge': 'Bewertungen prüfen',
  'Creates a backup in the folder of the setting backupFolder if the last one is older than backupHours.':
    'Schreibt eine Sicherung in den Ordner der Einstellung backupFolder, wenn die letzte älter ist als backupHours.',
  "Deletes guests' open carts that are unchanged for longer than the setting cart_lifetime_hours.":
    'Löscht offene Warenkörbe von Gästen, die länger als cart_lifetime_hours liegen geblieben sind.',
  'Deletes drafts of orders that are older than the setting order_draft_lifetime_hours.':
    'Löscht Entwürfe von Bestellungen, die vor mehr als order_draft_lifetime_hours begonnen wurden.',
  'Deletes configurations that are unchanged for longer than cart_lifetime_hours, and shared ones after 30 days.':
    'Löscht Konfigurationen, die länger als cart_lifetime_hours liegen geblieben sind, und geteilte nach 30 Tagen.',
  'Sets sent quotes whose validity has ended to expired.': 'Setzt gesendete Angebote, die nicht mehr gelten, auf abgelaufen.',
  'Deletes audit entries that are older than auditDays.':
    'Löscht Einträge des Änderungsprotokolls, die älter als auditDays sind.',
  'Deletes expired sessions, password resets, pending registrations, links, used assertions and rate limit counts, and undeliverable mails.':
    'Löscht abgelaufene Sitzungen, Passwort-Rücksetzungen, unbestätigte Registrierungen, Links, benutzte Nachweise und Zählungen von Grenzen sowie Mails, die nie gesendet wurden.',
  'Updates the index for substring search with the texts written since its last run.':
    'Nimmt Texte, die seit dem letzten Mal geschrieben wurden, nach ihren Teilen in den Index auf, damit eine Suche nicht alle Texte liest.',
  'Deletes stored replies that are older than 24 hours.': 'Löscht gespeicherte Antworten, die älter als 24 Stunden sind.',
  'Polls payment providers for pending payments of the last week, 100 per round.':
    'Fragt Zahlungsanbieter nach offenen Zahlungen der letzten Woche, 100 je Runde.',
  'Deletes files of this database in the file store that no record refers to and that are older than an hour.':
    'Entfernt Dateien aus dem eigenen Teil der Ablage, die kein Datensatz nennt und die älter als eine Stunde sind.',
  'Deletes transfer packages that were uploaded more than a week ago. Exported packages are kept.':
    'Entfernt Transferpakete, die vor mehr als einer Woche hochgeladen wurden; Pakete, die ein Export schrieb, bleiben.',
  'Text box': 'Textfeld',
  'Text area': 'Mehrzeiliges Textfeld',
  Slider: 'Schieberegler',
  Choices: 'Auswahlmöglichkeiten',
  'Colour picker': 'Farbwähler',
  Calendar: 'Kalender',
  'File upload': 'Datei-Upload',
  'Check box': 'Kontrollkästchen',
  'Radio buttons': 'Optionsfelder',
  Dropdown: 'Auswahlliste',
  Images: 'Bilder',
  'Several answers': 'Mehrere Antworten',
  'Entries are': 'Eingaben sind',
  Texts: 'Texte',
  'Whole numbers': 'Ganze Zahlen',
  Numbers: 'Zahlen',
  'Slider step': 'Schrittweite des Reglers',
  'First day of the week': 'Erster Tag der Woche',
  'Earliest day, in days from today': 'Frühester Tag, in Tagen ab heute',
  'Latest day, in days from today': 'Spätester Tag, in Tagen ab heute',
  'Allowed file extensions': 'Erlaubte Dateiendungen',
  'Allowed MIME types': 'Erlaubte MIME-Typen',
  'Largest file size in MB': 'Größte Dateigröße in MB',
  'Bank transfer': 'Überweisung',
  'Cash on delivery': 'Nachnahme',
  Invoice: 'Rechnung',
  'Secret key': 'Geheimer Schlüssel',
  'Signing secret of the webhook': 'Signaturgeheimnis des Webhooks',
}
