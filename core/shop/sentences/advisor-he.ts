// Hebrew translations of the advisor's messages to shoppers, keyed by the English message.
export const advisorHe: Readonly<Record<string, string>> = {
  'There is no advisor in this shop at the moment.': 'אין כרגע ייעוץ בחנות הזאת.',
  'You write with a language model, which is run outside this shop and can be wrong. E-mail addresses, phone numbers and postal addresses are taken out of what you write before it is sent there. Prices and what is possible are shown by the shop itself.':
    'אתם מתכתבים עם מודל שפה שפועל מחוץ לחנות הזאת ועלול לטעות. כתובות דואר אלקטרוני, מספרי טלפון וכתובות מגורים מוסרים מדבריכם לפני שהם נשלחים לשם. מחירים ומה שאפשרי מוצגים על ידי החנות עצמה.',
  'Conversations are kept for {days} days; you can delete yours at any time.':
    'שיחות נשמרות {days} ימים; את שלכם אפשר למחוק בכל עת.',
  'Conversations are kept until you delete them.': 'שיחות נשמרות עד שתמחקו אותן.',
  'This is a demonstration: a script answers, and nothing leaves this shop.': 'זו הדגמה: תסריט עונה, ודבר אינו יוצא מהחנות הזאת.',
  'The advisor is still answering. Wait for the reply, or end it.': 'הייעוץ עדיין עונה. המתינו לתשובה או סיימו אותה.',
  'This conversation has become too long. Start another one.': 'השיחה הזאת נעשתה ארוכה מדי. התחילו שיחה חדשה.',
  'You write faster than the advisor reads. Wait a minute.': 'אתם כותבים מהר יותר ממה שהייעוץ קורא. המתינו דקה.',
  'You ended this reply.': 'סיימתם את התשובה הזאת.',
  'This reply was ended because nobody listened any more.': 'התשובה הזאת נפסקה כי איש לא הקשיב עוד.',
  'The advisor cannot answer at the moment. What you have chosen is kept. Please try again in a while.':
    'הייעוץ אינו יכול לענות כרגע. מה שבחרתם נשמר. אנא נסו שוב בעוד זמן מה.',
  'This reply was cut because it became too long.': 'התשובה הזאת נקטעה כי נעשתה ארוכה מדי.',
  'The advisor has come to its limit. What you have chosen is kept.': 'הייעוץ הגיע לגבולו. מה שבחרתם נשמר.',
  'This conversation has become too long for the advisor. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'השיחה הזאת נעשתה ארוכה מדי עבור הייעוץ. מה שבחרתם נשמר. אנא המשיכו בעצמכם או בקשו נציג.',
  'The advisor has answered as much as it may today for your internet connection. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'הייעוץ ענה היום ככל שמותר לו עבור חיבור האינטרנט שלכם. מה שבחרתם נשמר. אנא המשיכו בעצמכם או בקשו נציג.',
  'The advisor has answered as much as it may today. What you have chosen is kept. Please go on by yourself, or ask for a person.':
    'הייעוץ ענה היום ככל שמותר לו. מה שבחרתם נשמר. אנא המשיכו בעצמכם או בקשו נציג.',
  'The advisor did not come to an end. What you have chosen is kept. Please say it in another way.':
    'הייעוץ לא הגיע לסיום. מה שבחרתם נשמר. אנא נסחו זאת אחרת.',
  'Looking at what the shop has …': 'בודק מה יש בחנות …',
  'Looking at the product …': 'מסתכל על המוצר …',
  'Beginning a configuration …': 'מתחיל תצורה …',
  'Making selections …': 'בוחר …',
  'Finding out why …': 'מברר מדוע …',
  'Finding out what stands in the way …': 'מברר מה עומד בדרך …',
  'Asking for the price …': 'מברר את המחיר …',
  'Searching for what fits best …': 'מחפש מה מתאים ביותר …',
  'Asking for a person …': 'מבקש נציג …',
}
