// Texts that the configurator shows after an entry, in German.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'die Frage entfällt jetzt',
  answer_stopped: 'diese Antwort ist nicht mehr wählbar',
  started: 'die Frage gilt jetzt',
  catalog_changed: 'das Produkt wurde geändert',
  elsewhere: 'die Konfiguration hat sich inzwischen geändert',
}

export const deferredTexts: DeferredTexts = {
  expired: 'Ihre Konfiguration war abgelaufen; eine neue mit Ihren Angaben wurde begonnen.',
  unsentRestored: 'Angaben, die der Shop noch nicht hatte, wurden wiederhergestellt.',
  chooseFileAgain: (question) => `Bitte wählen Sie die Datei bei „${question}“ erneut; sie kam nicht mit.`,
  confirmTitle: 'Das ändert weitere Angaben',
  confirmYes: 'Ändern',
  confirmNo: 'So lassen',
  changedByUs: 'Für Sie angepasst',
  dismiss: 'Ausblenden',
  automatic: (question, from, to, reason) => {
    const changeText =
      to === null
        ? `${from ?? 'die Auswahl'} wurde entfernt`
        : from === null
          ? `${to} wurde gewählt`
          : `${from} wurde durch ${to} ersetzt`
    return `${question}: ${changeText}, denn ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from ?? 'die Auswahl'} wird entfernt.`
    return from === null ? `${question}: ${to} wird gewählt.` : `${question}: ${from} wird durch ${to} ersetzt.`
  },
  exampleStarted: (title) => `„${title}“ wurde begonnen; Ihre eigenen Angaben sind aufbewahrt.`,
  emptied: 'Alles wurde geleert; Ihre eigenen Angaben sind aufbewahrt.',
  backToEntries: 'Zurück zu meinen Angaben',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  startOver: 'Neu beginnen',
  share: 'Teilen',
  shareHint: 'Wer diesen Link hat, kann sie ansehen und kopieren.',
  linkCopied: 'Der Link wurde kopiert.',
  linkTooMany: 'Das lässt sich gerade nicht teilen. Bitte versuchen Sie es später erneut.',
  sharedView: 'Sie sehen eine Konfiguration, die mit Ihnen geteilt wurde. Was Sie ändern, wird eine eigene.',
  tools: 'Ihre Konfiguration',
  askAdvisor: 'Beratung fragen',
  advisor: 'Beratung',
  closeAdvisor: 'Beratung schließen',
  priceParts: 'Woraus der Preis besteht',
  basePart: 'Das Produkt selbst',
  sum: 'Zusammen',
  sumOf: (pieces) => `Zusammen, für ${pieces} Stück`,
  discount: 'Rabatt',
  noPrice: 'Noch nicht berechenbar',
  taxInIt: (rate, amount) => `Darin enthalten: ${rate} % Steuer, ${amount}`,
  taxOnTop: (rate, amount) => `Hinzu kommen ${rate} % Steuer: ${amount}`,
  compare: 'Vergleichen',
  comparison: 'Vergleich',
  thisOne: 'So, wie es jetzt ist',
  beforeLast: 'Vor der letzten Änderung',
  otherOne: 'Die andere',
  nothingBefore: 'Hier wurde noch nichts geändert. Fügen Sie den Link einer anderen Konfiguration ein, um sie daneben zu sehen.',
  nothingDiffers: 'Nichts ist anders.',
  nothingChosen: 'Nichts gewählt',
  stillMissing: 'Fehlt noch',
  otherLink: 'Link einer anderen Konfiguration dieses Produkts',
  showComparison: 'Daneben zeigen',
  compareWithPrevious: 'Neben meinem letzten Stand',
  print: 'Drucken',
  closeComparison: 'Vergleich schließen',
  notALink: 'Das ist kein Link zu einer geteilten Konfiguration. Er endet auf configuration= und 32 Zeichen.',
  noSuch: 'Diese Konfiguration gibt es nicht mehr.',
  otherProduct: 'Das ist eine Konfiguration eines anderen Produkts.',
}
