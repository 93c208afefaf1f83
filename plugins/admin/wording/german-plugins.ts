// What tasks, the stock question types and the payment providers are called in German, and the screens beside lists.
export const germanPlugins: Readonly<Record<string, string>> = {
  'Reviews to judge': 'Bewertungen prüfen',
  'Writes a backup into the folder of the setting backupFolder when the last one is older than backupHours.':
    'Schreibt eine Sicherung in den Ordner der Einstellung backupFolder, wenn die letzte älter ist als backupHours.',
  "Deletes guests' open carts that were left alone for longer than the setting cart_lifetime_hours.":
    'Löscht offene Warenkörbe von Gästen, die länger als cart_lifetime_hours liegen geblieben sind.',
  'Deletes drafts of orders that were begun longer ago than the setting order_draft_lifetime_hours.':
    'Löscht Entwürfe von Bestellungen, die vor mehr als order_draft_lifetime_hours begonnen wurden.',
  'Deletes configurations that were left alone for longer than cart_lifetime_hours, and shared ones after 30 days.':
    'Löscht Konfigurationen, die länger als cart_lifetime_hours liegen geblieben sind, und geteilte nach 30 Tagen.',
  'Sets quotes that were sent and hold no longer to expired.': 'Setzt gesendete Angebote, die nicht mehr gelten, auf abgelaufen.',
  'Deletes entries of the audit trail that are older than auditDays.':
    'Löscht Einträge des Änderungsprotokolls, die älter als auditDays sind.',
  'Deletes sessions, password resets, pending registrations, links, used assertions and counts of limits that have expired, and mail that was never sent.':
    'Löscht abgelaufene Sitzungen, Passwort-Rücksetzungen, unbestätigte Registrierungen, Links, benutzte Nachweise und Zählungen von Grenzen sowie Mails, die nie gesendet wurden.',
  'Indexes texts that were written since its last run by their parts, so that searches need not read all texts.':
    'Nimmt Texte, die seit dem letzten Mal geschrieben wurden, nach ihren Teilen in den Index auf, damit eine Suche nicht alle Texte liest.',
  'Deletes stored answers that are older than 24 hours.': 'Löscht gespeicherte Antworten, die älter als 24 Stunden sind.',
  'Asks payment providers about payments of the last week that are still pending, 100 in a round.':
    'Fragt Zahlungsanbieter nach offenen Zahlungen der letzten Woche, 100 je Runde.',
  "Removes files of this database's own part of the file store that no record names and that are older than an hour.":
    'Entfernt Dateien aus dem eigenen Teil der Ablage, die kein Datensatz nennt und die älter als eine Stunde sind.',
  'Removes transfer packages that were uploaded more than a week ago; packages that an export wrote stay.':
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
