// The texts of the scripted vendor, in the languages of the demo shop.
export interface ScriptTexts {
  readonly which: string
  readonly nothing: string
  readonly refused: string
  readonly whole: string
  readonly least: string
  readonly missing: string
  readonly compromise: string
  readonly unheard: string
  readonly welcome: string
  readonly person: string
  readonly costs: string
  readonly unpriced: string
  readonly available: string
  readonly review: string
}

const scriptTexts: Readonly<Record<string, ScriptTexts>> = {
  en: {
    which: 'Which one would you like: {list}?',
    nothing: 'No configuration meets all of these wishes. Which one can I leave out?',
    refused: 'That did not work: {reason}',
    whole: 'Done. Your configuration is complete. Your selection and the price are shown next to this chat.',
    least: 'I chose the lowest-priced options. What would you like to change: {list}?',
    missing: 'I chose what fits. I still need from you: {list}',
    compromise: 'Not all wishes can be combined, so I chose the closest match. Different from your request: {list}.',
    unheard: 'I am a demo script and did not understand that. You can ask me about: {list}.',
    welcome: 'You are welcome. Your selections are saved.',
    person: 'Of course. Please enter your contact details below. Our team will get back to you.',
    costs: 'The price is {amount}. Your selection is shown next to this chat.',
    unpriced: 'No price is available for this.',
    available: 'This is available. You can select it.',
    review: 'The shopper wanted to configure a product.',
  },
  de: {
    which: 'Was hätten Sie gern: {list}?',
    nothing: 'Keine Konfiguration erfüllt alle diese Wünsche. Auf welchen kann ich verzichten?',
    refused: 'Das hat nicht funktioniert: {reason}',
    whole: 'Fertig. Ihre Konfiguration ist vollständig. Ihre Auswahl und den Preis sehen Sie neben diesem Chat.',
    least: 'Ich habe die günstigsten Optionen gewählt. Was möchten Sie ändern: {list}?',
    missing: 'Ich habe passende Optionen gewählt. Von Ihnen brauche ich noch: {list}',
    compromise:
      'Nicht alle Wünsche lassen sich kombinieren. Ich habe gewählt, was am nächsten kommt. Abweichend von Ihrem Wunsch: {list}.',
    unheard: 'Ich bin ein Demo-Skript und habe das nicht verstanden. Fragen Sie mich zum Beispiel nach: {list}.',
    welcome: 'Gern geschehen. Ihre Auswahl ist gespeichert.',
    person: 'Gern. Bitte geben Sie unten Ihre Kontaktdaten ein. Unser Team meldet sich bei Ihnen.',
    costs: 'Der Preis beträgt {amount}. Ihre Auswahl sehen Sie neben diesem Chat.',
    unpriced: 'Dafür ist kein Preis verfügbar.',
    available: 'Das ist verfügbar. Sie können es auswählen.',
    review: 'Der Kunde wollte ein Produkt konfigurieren.',
  },
  he: {
    which: 'במה תרצו לבחור: {list}?',
    nothing: 'אין תצורה שעומדת בכל הבקשות. על איזו מהן אפשר לוותר?',
    refused: 'זה לא הצליח: {reason}',
    whole: 'סיימנו. התצורה שלך מלאה. הבחירות והמחיר מוצגים לצד השיחה.',
    least: 'בחרתי את האפשרויות הזולות ביותר. מה תרצו לשנות: {list}?',
    missing: 'בחרתי אפשרויות מתאימות. עדיין חסר לי מכם: {list}',
    compromise: 'אי אפשר לשלב את כל הבקשות, ולכן בחרתי את הקרוב ביותר. שונה ממה שביקשתם: {list}.',
    unheard: 'אני סקריפט הדגמה ולא הבנתי. אפשר לשאול אותי על: {list}.',
    welcome: 'בשמחה. הבחירות שלך נשמרו.',
    person: 'בשמחה. נא להזין למטה פרטי קשר, והצוות שלנו יחזור אליכם.',
    costs: 'המחיר הוא {amount}. הבחירות מוצגות לצד השיחה.',
    unpriced: 'אין מחיר זמין לזה.',
    available: 'זה זמין. אפשר לבחור בזה.',
    review: 'הקונה רצה להגדיר מוצר.',
  },
}

/** The language that the system prompt names. */
export const findPromptLanguage = (system: string): string => /Answer in the language (\w{2})/.exec(system)?.[1] ?? 'en'

export const getScriptTexts = (system: string): ScriptTexts => scriptTexts[findPromptLanguage(system)] ?? scriptTexts['en']!
