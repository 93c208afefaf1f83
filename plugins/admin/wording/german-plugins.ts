// German names of scheduled tasks, stock question types, payment providers and special screens.
export const germanPlugins: Readonly<Record<string, string>> = {
  'Reviews to approve': 'Bewertungen freigeben',
  'Creates a backup if the last one is older than the configured interval.':
    'Erstellt eine Sicherung, wenn die letzte älter ist als eingestellt.',
  "Deletes guests' open carts that are unchanged for longer than the lifetime of carts.":
    'Löscht Warenkörbe von Gästen, die länger als die Aufbewahrungszeit unverändert sind.',
  'Deletes order drafts that are older than the lifetime of order drafts.': 'Löscht Bestellentwürfe nach der Aufbewahrungszeit.',
  'Deletes configurations that are unchanged for longer than the lifetime of carts, and shared ones after 30 days.':
    'Löscht Konfigurationen, die länger als die Aufbewahrungszeit unverändert sind, und geteilte nach 30 Tagen.',
  'Marks sent quotes as expired when their validity ends.':
    'Markiert gesendete Angebote nach Ende ihrer Gültigkeit als abgelaufen.',
  'Deletes audit trail entries that are older than the retention period.':
    'Löscht Einträge des Änderungsprotokolls nach der Aufbewahrungszeit.',
  'Deletes expired sessions, password links, pending registrations and other links, and undeliverable e-mails.':
    'Löscht abgelaufene Sitzungen, Passwort-Links, unbestätigte Registrierungen und andere Links sowie unzustellbare E-Mails.',
  'Adds new texts to the search index.': 'Aktualisiert den Suchindex mit neuen Texten.',
  'Deletes stored replies that are older than 24 hours.': 'Löscht gespeicherte Antworten, die älter als 24 Stunden sind.',
  'Checks pending payments of the last week with the payment providers, 100 per run.':
    'Fragt Zahlungsanbieter nach ausstehenden Zahlungen der letzten Woche ab, 100 je Durchgang.',
  'Deletes unused files that are older than an hour.': 'Löscht nicht mehr verwendete Dateien, die älter als eine Stunde sind.',
  'Deletes uploaded packages after a week. Exported packages are kept.':
    'Löscht hochgeladene Pakete nach einer Woche. Exportierte Pakete bleiben erhalten.',
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
