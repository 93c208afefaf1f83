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
    which: 'Gladly. Which of these is it to be: {list}?',
    nothing: 'Nothing that can be ordered keeps to all of that. Which of your wishes may I give up?',
    refused: 'That did not work: {reason}',
    whole: 'Done: your configuration is complete. Beside this text you see what is selected and what it costs.',
    least: 'I have filled in what costs least. Tell me what you want otherwise: {list}.',
    missing: 'I have chosen what fits. Only you can say the rest: {list}',
    compromise: 'Not everything goes together, so I took what comes closest to your wishes. Not as you wished: {list}.',
    unheard: 'I am a script and found nothing of this product in that. You can tell me about: {list}.',
    welcome: 'You are welcome. What you have chosen is kept.',
    person: 'Gladly. Please say below where somebody of the shop can reach you.',
    costs: 'It costs {amount}. Beside this text you see what is selected.',
    unpriced: 'No price is shown for this.',
    available: 'Nothing stands in its way: it can be selected.',
    review: 'The shopper wanted to configure a product.',
  },
  de: {
    which: 'Gern. Was soll es sein: {list}?',
    nothing: 'Nichts, was sich bestellen lässt, hält sich an alles davon. Welchen Wunsch darf ich aufgeben?',
    refused: 'Das ging nicht: {reason}',
    whole: 'Fertig: Ihre Konfiguration ist vollständig. Neben diesem Text sehen Sie, was gewählt ist und was es kostet.',
    least: 'Ich habe eingesetzt, was am wenigsten kostet. Sagen Sie mir, was Sie anders möchten: {list}.',
    missing: 'Ich habe gewählt, was passt. Den Rest können nur Sie sagen: {list}',
    compromise:
      'Es geht nicht alles zusammen; ich habe genommen, was Ihren Wünschen am nächsten kommt. Anders als gewünscht: {list}.',
    unheard: 'Ich bin ein Skript und habe darin nichts von diesem Produkt gefunden. Sagen Sie mir etwas zu: {list}.',
    welcome: 'Gern geschehen. Was Sie gewählt haben, bleibt erhalten.',
    person:
      'Gern. Hinterlassen Sie eine E-Mail-Adresse oder eine Telefonnummer, dann meldet sich ein Mensch aus dem Shop bei Ihnen.',
    costs: 'Es kostet {amount}. Neben diesem Text sehen Sie, was gewählt ist.',
    unpriced: 'Dafür wird kein Preis gezeigt.',
    available: 'Dem steht nichts im Weg: Es lässt sich wählen.',
    review: 'Der Kunde wollte ein Produkt konfigurieren.',
  },
  he: {
    which: 'בשמחה. במה לבחור: {list}?',
    nothing: 'אין אפשרות להזמנה שעומדת בכל אלה. על איזו בקשה לוותר?',
    refused: 'זה לא הצליח: {reason}',
    whole: 'הושלם: התצורה שלך מלאה. לצד הטקסט מוצג מה נבחר ומה המחיר.',
    least: 'מילאתי את מה שעולה הכי פחות. מה לשנות: {list}?',
    missing: 'בחרתי את מה שמתאים. את השאר רק אתם יכולים לומר: {list}',
    compromise: 'לא הכול מסתדר יחד, ולכן לקחתי את הקרוב ביותר לבקשותיכם. לא כפי שביקשתם: {list}.',
    unheard: 'אני סקריפט ולא מצאתי בזה דבר על המוצר. אפשר לספר לי על: {list}.',
    welcome: 'בשמחה. מה שבחרתם נשמר.',
    person: 'בשמחה. נא לציין למטה איך מישהו מהחנות יוכל להשיג אתכם.',
    costs: 'המחיר {amount}. לצד הטקסט מוצג מה נבחר.',
    unpriced: 'אין מחיר מוצג לזה.',
    available: 'אין מניעה: אפשר לבחור בזה.',
    review: 'הקונה רצה להגדיר מוצר.',
  },
}

/** The language that the system prompt names. */
export const findPromptLanguage = (system: string): string => /Answer in the language (\w{2})/.exec(system)?.[1] ?? 'en'

export const getScriptTexts = (system: string): ScriptTexts => scriptTexts[findPromptLanguage(system)] ?? scriptTexts['en']!
