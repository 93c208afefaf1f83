// The shop front in German.
import type { PageTexts, Texts } from '../text.js'

export const pageTexts: PageTexts = {
  products: 'Produkte',
  noProducts: 'Noch gibt es nichts zu konfigurieren. Sobald ein Produkt veröffentlicht ist, erscheint es hier.',
  toConfigurator: (title) => `${title} konfigurieren`,
  languages: 'Sprachen',
  languageName: 'Deutsch',
  toContent: 'Zum Inhalt springen',
  needsScript: 'Der Konfigurator braucht JavaScript. Bitte schalten Sie es in Ihrem Browser ein.',
  newPassword: 'Neues Passwort',
  setPassword: 'Passwort festlegen',
  passwordStands: 'Ihr neues Passwort gilt. Sie können sich jetzt damit anmelden.',
  notFound: 'Seite nicht gefunden',
  notFoundHint: 'Diese Seite gibt es nicht, oder das Produkt wird nicht mehr angeboten.',
  basePrice: (amount) => `Basispreis ${amount}`,
}

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'die Frage entfällt jetzt',
  answer_stopped: 'diese Antwort ist nicht mehr wählbar',
  started: 'die Frage gilt jetzt',
  catalog_changed: 'das Produkt wurde geändert',
  elsewhere: 'die Konfiguration hat sich inzwischen geändert',
}

export const texts: Texts = {
  loading: 'Das Produkt wird geladen …',
  failed: 'Der Konfigurator konnte nicht geladen werden.',
  noAnswer: 'Der Shop antwortet gerade nicht. Ihre bisherigen Angaben bleiben erhalten.',
  broken: 'Im Shop klemmt gerade etwas. Ihre bisherigen Angaben bleiben erhalten.',
  notPossible: 'Das nimmt der Shop nicht an. Bitte laden Sie die Seite neu.',
  tooLarge: 'Die Datei ist größer, als der Shop sie nimmt.',
  partLost:
    'Ein Teil dieser Seite konnte nicht geladen werden. Versuchen Sie es erneut oder laden Sie die Seite neu; Ihre bisherigen Angaben bleiben erhalten.',
  tryAgain: 'Erneut versuchen',
  expired: 'Ihre Konfiguration war abgelaufen; mit Ihren Angaben wurde eine neue begonnen.',
  unsentRestored: 'Angaben, die den Shop noch nicht erreicht hatten, wurden wiederhergestellt.',
  chooseFileAgain: (question) => `Bitte wählen Sie die Datei bei „${question}“ erneut; sie ließ sich nicht übernehmen.`,
  required: 'erforderlich',
  pleaseChoose: 'Bitte wählen',
  clear: 'Auswahl aufheben',
  deadEnd: 'Passt nicht zu Ihrer übrigen Auswahl',
  hiddenAnswers: (count) =>
    count === 1
      ? 'Eine weitere Antwort passt nicht zu Ihrer übrigen Auswahl.'
      : `${count} weitere Antworten passen nicht zu Ihrer übrigen Auswahl.`,
  showThem: 'Zeigen',
  notAvailable: 'Nicht verfügbar',
  availableFrom: (date) => `Verfügbar ab ${date}`,
  between: (min, max) => `Von ${min} bis ${max}`,
  atLeast: (min) => `Mindestens ${min}`,
  atMost: (max) => `Höchstens ${max}`,
  moreAbout: (title) => `Mehr zu ${title}`,
  pages: 'Seiten',
  next: 'Weiter',
  back: 'Zurück',
  finishPageFirst: 'Bitte füllen Sie zuerst diese Seite aus.',
  price: 'Preis',
  yourPrice: 'Ihr Preis',
  net: 'Netto',
  tax: 'Steuer',
  gross: 'Gesamt',
  plusTax: 'zzgl. Steuer',
  inclTax: 'inkl. Steuer',
  recurring: 'Wiederkehrend',
  updating: 'Der Preis wird berechnet …',
  notYetPriced: 'Noch nicht bekannt',
  notCurrent: 'Ihre letzten Angaben sind in diesem Preis noch nicht enthalten.',
  selection: 'Ihre Auswahl',
  missing: (count) => (count === 1 ? 'Eine Angabe fehlt noch' : `${count} Angaben fehlen noch`),
  andMore: (count) => `und ${count} weitere`,
  complete: 'Ihre Konfiguration ist vollständig.',
  confirmTitle: 'Das ändert weitere Angaben',
  confirmYes: 'Ändern',
  confirmNo: 'So lassen',
  changedByUs: 'Für Sie angepasst',
  dismiss: 'Ausblenden',
  automatic: (question, from, to, reason) => {
    const what =
      to === null
        ? `${from ?? 'die Auswahl'} wurde entfernt`
        : from === null
          ? `${to} wurde gewählt`
          : `${from} wurde durch ${to} ersetzt`
    return `${question}: ${what}, denn ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from ?? 'die Auswahl'} wird entfernt.`
    return from === null ? `${question}: ${to} wird gewählt.` : `${question}: ${from} wird durch ${to} ersetzt.`
  },
  fileKind: (name, extensions) => `„${name}“ ist keine der Dateiarten, die hier angenommen werden: ${extensions}.`,
  fileSize: (name, megabytes) => `„${name}“ ist größer als ${megabytes} MB.`,
  allowedFiles: (extensions, megabytes) => `Erlaubt: ${extensions}, bis ${megabytes} MB`,
  hexColour: 'Farbe als Code, etwa #1e90ff',
  dispatch: (days) => (days === 1 ? 'Versand innerhalb eines Tages' : `Versand innerhalb von ${days} Tagen`),
  wasPrice: 'Bisher',
  examples: 'Mit einem Beispiel beginnen',
  exampleBegun: (title) => `„${title}“ wurde begonnen; Ihre eigenen Angaben sind aufbewahrt.`,
  undo: 'Zurück zu meinen Angaben',
}
