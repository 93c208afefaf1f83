// Texts that the configurator shows after an entry, in German.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'die Angabe entfällt jetzt',
  answer_stopped: 'diese Option ist nicht mehr verfügbar',
  started: 'die Angabe ist jetzt möglich',
  catalog_changed: 'das Produkt wurde geändert',
  elsewhere: 'die Konfiguration wurde inzwischen geändert',
}

export const deferredTexts: DeferredTexts = {
  expired: 'Ihre Konfiguration war abgelaufen. Wir haben mit Ihren Angaben eine neue begonnen.',
  unsentRestored: 'Nicht gespeicherte Angaben wurden wiederhergestellt.',
  chooseFileAgain: (question) => `Bitte wählen Sie die Datei bei „${question}“ erneut. Sie konnte nicht übernommen werden.`,
  confirmTitle: 'Das ändert weitere Angaben',
  confirmYes: 'Änderungen übernehmen',
  confirmNo: 'So lassen',
  changedByUs: 'Für Sie angepasst',
  dismiss: 'Ausblenden',
  automatic: (question, from, to, reason) => {
    const changeText =
      to === null
        ? `${from ?? 'die Auswahl'} wurde entfernt`
        : from === null
          ? `${to} wurde ausgewählt`
          : `${from} wurde durch ${to} ersetzt`
    return `${question}: ${changeText}, denn ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from ?? 'die Auswahl'} wird entfernt.`
    return from === null ? `${question}: ${to} wird ausgewählt.` : `${question}: ${from} wird durch ${to} ersetzt.`
  },
  exampleStarted: (title) => `Beispiel „${title}“ geladen. Ihre Angaben sind gespeichert.`,
  emptied: 'Konfiguration zurückgesetzt. Ihre Angaben sind gespeichert.',
  backToEntries: 'Meine Angaben wiederherstellen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  startOver: 'Neu beginnen',
  share: 'Teilen',
  shareHint: 'Wer diesen Link hat, kann Ihre Konfiguration ansehen und kopieren.',
  linkCopied: 'Link kopiert.',
  linkTooMany: 'Teilen ist gerade nicht möglich. Bitte versuchen Sie es später erneut.',
  sharedView: 'Diese Konfiguration wurde mit Ihnen geteilt. Wenn Sie sie ändern, erhalten Sie eine eigene Kopie.',
  tools: 'Ihre Konfiguration',
  askAdvisor: 'Beratung fragen',
  advisor: 'Beratung',
  closeAdvisor: 'Beratung schließen',
  priceParts: 'Preisübersicht',
  basePart: 'Basispreis',
  sum: 'Gesamt',
  sumOf: (pieces) => `Gesamt für ${pieces} Stück`,
  discount: 'Rabatt',
  noPrice: 'Noch nicht berechnet',
  taxInIt: (rate, amount) => `Enthält ${rate} % MwSt.: ${amount}`,
  taxOnTop: (rate, amount) => `Zzgl. ${rate} % MwSt.: ${amount}`,
  compare: 'Vergleichen',
  comparison: 'Vergleich',
  thisOne: 'Aktuelle Konfiguration',
  beforeLast: 'Vor der letzten Änderung',
  otherOne: 'Andere Konfiguration',
  nothingBefore: 'Noch keine Änderungen. Fügen Sie den Link zu einer anderen Konfiguration ein, um sie mit Ihrer zu vergleichen.',
  nothingDiffers: 'Keine Unterschiede.',
  nothingChosen: 'Nichts ausgewählt',
  stillMissing: 'Noch offen',
  otherLink: 'Link zu einer anderen Konfiguration dieses Produkts',
  showComparison: 'Vergleich anzeigen',
  compareWithPrevious: 'Mit meinem vorigen Stand vergleichen',
  print: 'Drucken',
  closeComparison: 'Vergleich schließen',
  notALink: 'Das ist kein Link zu einer geteilten Konfiguration. Bitte kopieren Sie den ganzen Link.',
  noSuch: 'Diese Konfiguration gibt es nicht mehr.',
  otherProduct: 'Diese Konfiguration gehört zu einem anderen Produkt.',
}
