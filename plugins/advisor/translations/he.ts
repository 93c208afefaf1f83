// Hebrew translations of the advisor's messages to shoppers, keyed by the English message.
export const he: Readonly<Record<string, string>> = {
  'The advisor is not available at the moment.': 'היועץ אינו זמין כרגע.',
  'You are chatting with an AI assistant that runs outside this shop and can make mistakes. E-mail addresses, phone numbers and postal addresses are removed from your messages before they are sent to it. Prices and available options come from the shop itself.':
    'אתם מתכתבים עם עוזר מבוסס בינה מלאכותית שפועל מחוץ לחנות ועלול לטעות. כתובות דואר אלקטרוני, מספרי טלפון וכתובות מגורים מוסרים מההודעות שלכם לפני שליחתן אליו. המחירים והאפשרויות הזמינות מגיעים מהחנות עצמה.',
  'Conversations are stored for {days} days. You can delete yours at any time.':
    'שיחות נשמרות {days} ימים. את שלכם אפשר למחוק בכל עת.',
  'Conversations are stored until you delete them.': 'שיחות נשמרות עד שתמחקו אותן.',
  'This is a demo: a script replies, and no data leaves this shop.': 'זו הדגמה: סקריפט עונה, ושום מידע אינו יוצא מהחנות.',
  'The advisor is still replying. Please wait for the reply, or stop it.': 'היועץ עדיין עונה. נא להמתין לתשובה או לעצור אותה.',
  'This conversation is too long. Please start a new one.': 'השיחה ארוכה מדי. נא להתחיל שיחה חדשה.',
  'You are sending messages too quickly. Please wait a minute.': 'ההודעות נשלחות מהר מדי. נא להמתין דקה.',
  'You stopped this reply.': 'עצרתם את התשובה הזאת.',
  'This reply was stopped because the page was closed.': 'התשובה נעצרה כי הדף נסגר.',
  'The advisor is not available at the moment. Your selections are saved. Please try again later.':
    'היועץ אינו זמין כרגע. הבחירות שלך נשמרו. נא לנסות שוב מאוחר יותר.',
  'This reply was cut off because it became too long.': 'התשובה נקטעה כי נעשתה ארוכה מדי.',
  'The advisor has reached its limit. Your selections are saved.': 'היועץ הגיע למגבלה שלו. הבחירות שלך נשמרו.',
  'This conversation has become too long for the advisor. Your selections are saved. Please continue on your own, or talk to our team.':
    'השיחה נעשתה ארוכה מדי עבור היועץ. הבחירות שלך נשמרו. אפשר להמשיך לבד או לדבר עם נציג.',
  'The advisor has reached its daily limit for your internet connection. Your selections are saved. Please continue on your own, or talk to our team.':
    'היועץ הגיע למגבלה היומית עבור חיבור האינטרנט שלך. הבחירות שלך נשמרו. אפשר להמשיך לבד או לדבר עם נציג.',
  'The advisor has reached its daily limit. Your selections are saved. Please continue on your own, or talk to our team.':
    'היועץ הגיע למגבלה היומית שלו. הבחירות שלך נשמרו. אפשר להמשיך לבד או לדבר עם נציג.',
  'The advisor could not finish your request. Your selections are saved. Please rephrase your message.':
    'היועץ לא הצליח להשלים את הבקשה. הבחירות שלך נשמרו. נא לנסח את ההודעה אחרת.',
  'Searching products …': 'מחפש במוצרים …',
  'Loading product details …': 'טוען את פרטי המוצר …',
  'Starting a configuration …': 'מתחיל תצורה …',
  'Making selections …': 'בוחר אפשרויות …',
  'Checking the reason …': 'בודק את הסיבה …',
  'Checking for conflicts …': 'בודק התנגשויות …',
  'Checking the price …': 'בודק את המחיר …',
  'Finding the best match …': 'מחפש את ההתאמה הטובה ביותר …',
  'Contacting our team …': 'פונה לצוות שלנו …',
}
