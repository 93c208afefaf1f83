// Hebrew translations of core's messages to shoppers, keyed by the English message.
export const he: Readonly<Record<string, string>> = {
  'This product has no question {question}.': 'למוצר הזה אין שאלה {question}.',
  "The question '{question}' does not apply.": 'השאלה „{question}” אינה חלה כאן.',
  "'{question}' takes a text of at most {longest} characters.": '„{question}” מקבלת טקסט של {longest} תווים לכל היותר.',
  "'{question}' has no answer {answer}.": 'לשאלה „{question}” אין תשובה {answer}.',
  "The answer '{answer}' does not apply.": 'התשובה „{answer}” אינה חלה כאן.',
  "The answer '{answer}' is not available.": 'התשובה „{answer}” אינה זמינה.',
  "This changes your selection for '{question}'. Go on?": 'זה משנה את הבחירה שלך עבור „{question}”. להמשיך?',
  'Your customer group may not order here. Ask the shop, or request a quote.':
    'קבוצת הלקוחות שלך אינה רשאית להזמין כאן. אפשר לפנות לחנות או לבקש הצעת מחיר.',
  'Your customer group may keep one cart here, and no configurations.':
    'קבוצת הלקוחות שלך רשאית לשמור כאן עגלה אחת בלבד, ולא תצורות.',
  'This cannot be had at the moment.': 'כרגע אי אפשר לקבל זאת.',
  'There is nothing to undo.': 'אין מה לבטל.',
  'There is nothing to redo.': 'אין מה לבצע שוב.',
  'This configuration was ordered, so it can no longer be changed.': 'התצורה הזו הוזמנה, ולכן אי אפשר עוד לשנות אותה.',
  'The shop did not open this configuration, so it cannot be ordered. Load the product page again.':
    'החנות לא פתחה את התצורה הזו, ולכן אי אפשר להזמין אותה. יש לטעון מחדש את דף המוצר.',
  'A quote was asked for with this configuration, so it can no longer be changed.':
    'התבקשה הצעת מחיר לתצורה הזו, ולכן אי אפשר עוד לשנות אותה.',
  'This configuration was shared to be looked at. Duplicate it to change a copy of your own.':
    'התצורה הזו שותפה לצפייה בלבד. אפשר לשכפל אותה ולשנות עותק משלך.',
  'The shop has not answered this quote yet. It can be accepted once it is sent.':
    'החנות עדיין לא ענתה על הצעת המחיר הזאת. אפשר לאשר אותה אחרי שתישלח.',
  'This quote was declined. Ask the shop for a new one.': 'הצעת המחיר נדחתה. אפשר לבקש מהחנות הצעה חדשה.',
  'This quote has expired. Ask the shop for a new one.': 'תוקף הצעת המחיר פג. אפשר לבקש מהחנות הצעה חדשה.',
  'What this quote is about was ordered by another quote.': 'מה שכלול בהצעת המחיר הזאת כבר הוזמן בהצעה אחרת.',
  'This quote has its addresses already: it was priced for them. Ask the shop for another one.':
    'להצעת המחיר כבר יש כתובות: המחיר חושב עבורן. אפשר לבקש מהחנות הצעה אחרת.',
  'This quote was priced for a delivery to another place, which has other taxes. Ask the shop for another one.':
    'המחיר בהצעה חושב למשלוח למקום אחר, שבו המסים שונים. אפשר לבקש מהחנות הצעה אחרת.',
  'Your customer group may not request quotes here.': 'קבוצת הלקוחות שלך אינה רשאית לבקש כאן הצעות מחיר.',
  'Say where you are to see what delivery costs.': 'כדי לראות כמה עולה המשלוח, יש לציין את המקום.',
  'Nothing of this weight is delivered to {country}.': 'אל {country} לא נשלח דבר במשקל הזה.',
  'This shop does not sell in {currency} any more. Choose another currency.':
    'החנות אינה מוכרת עוד במטבע {currency}. נא לבחור מטבע אחר.',
  'This is more than can be counted. Order fewer pieces.': 'זה יותר ממה שאפשר לספור. נא להזמין פחות יחידות.',
  "'{title}' is no longer sold.": '„{title}” אינו נמכר עוד.',
  '{quantity} pieces cannot be ordered any more: from {min} to {max}, in steps of {step}.':
    'אי אפשר עוד להזמין {quantity} יחידות: מ־{min} עד {max}, בקפיצות של {step}.',
  'A selection of yours is no longer part of this product.': 'אחת הבחירות שלך אינה עוד חלק מהמוצר.',
  "Your selection for '{question}' is no longer possible.": 'הבחירה שלך עבור „{question}” אינה אפשרית עוד.',
  "Your selection for '{question}' is '{text}' now.": 'הבחירה שלך עבור „{question}” היא עכשיו „{text}”.',
  'One piece cost {from} and costs {to} now.': 'יחידה אחת עלתה {from} ועולה עכשיו {to}.',
  'One piece cost {from} again and again, and costs {to} now.': 'יחידה אחת עלתה {from} בכל פעם, ועולה עכשיו {to}.',
  'There is nothing in the cart.': 'העגלה ריקה.',
  'Your customer group sees no prices here, so it cannot order. Request a quote.':
    'קבוצת הלקוחות שלך אינה רואה כאן מחירים, ולכן אינה יכולה להזמין. אפשר לבקש הצעת מחיר.',
  'An order cannot come to less than nothing.': 'הזמנה אינה יכולה להסתכם בפחות מאפס.',
  'Please give your e-mail address.': 'נא להזין כתובת דואר אלקטרוני.',
  'Please give your address.': 'נא להזין כתובת.',
  'Please give a name or a company.': 'נא להזין שם או חברה.',
  'Please give the street.': 'נא להזין רחוב.',
  'Please give the postal code.': 'נא להזין מיקוד.',
  'Please give the city.': 'נא להזין עיר.',
  'Please choose the country.': 'נא לבחור מדינה.',
  'Please choose the state.': 'נא לבחור מחוז או מדינה פדרלית.',
  'Please leave out web addresses and line breaks.': 'נא להשמיט כתובות אינטרנט ומעברי שורה.',
  'This shop does not sell to {country}.': 'החנות אינה מוכרת אל {country}.',
  'Please say first where it is to be delivered.': 'נא לציין קודם לאן לשלוח.',
  'The way of delivery that you chose is no longer offered. Please choose another one.':
    'דרך המשלוח שנבחרה אינה מוצעת עוד. נא לבחור אחרת.',
  'There is no way of paying this order. Ask the shop.': 'אין דרך לשלם על ההזמנה הזאת. אפשר לפנות לחנות.',
  'The way of paying that you chose is no longer offered. Please choose another one.':
    'דרך התשלום שנבחרה אינה מוצעת עוד. נא לבחור אחרת.',
  'Please choose how you pay.': 'נא לבחור איך לשלם.',
  'Please agree to the terms.': 'נא להסכים לתנאים.',
  "'{question}' takes {values} with what else is selected.": '„{question}” מקבלת {values} לצד שאר הבחירות.',
  "'{question}' takes anything but {values} with what else is selected.":
    '„{question}” מקבלת הכול חוץ מ-{values} לצד שאר הבחירות.',
  "'{question}' takes nothing with what else is selected.": '„{question}” אינה מקבלת דבר לצד שאר הבחירות.',
  '{from} to {to}': '{from} עד {to}',
  'There is no price for this combination.': 'אין מחיר לצירוף הזה.',
  'The shop reckons otherwise than stood here a moment ago. What stands here now is right.':
    'החנות מחשבת אחרת ממה שעמד כאן לפני רגע. מה שעומד כאן עכשיו נכון.',
  "Please choose or enter something for '{question}'.": 'נא לבחור או להזין משהו עבור „{question}”.',
  "'{question}' takes the id of an uploaded file.": '„{question}” מקבלת מזהה של קובץ שהועלה.',
  'Question {question} of this product takes no files.': 'השאלה {question} של המוצר אינה מקבלת קבצים.',
  "This question takes files of the kinds {extensions}, not '{name}'.":
    'השאלה הזאת מקבלת קבצים מהסוגים {extensions}, לא „{name}”.',
  "The file '{name}' is empty.": 'הקובץ „{name}” ריק.',
  "The file '{name}' is larger than the {megabytes} MB that this question takes.":
    'הקובץ „{name}” גדול מ־{megabytes} MB, שהם מה שהשאלה הזאת מקבלת.',
  "The content of '{name}' is of the type {type}, which this question does not take or its name does not promise.":
    'התוכן של „{name}” הוא מסוג {type}; השאלה אינה מקבלת אותו, או שהשם מבטיח דבר אחר.',
  "'{question}' takes one entry: nothing can be added to it or removed from it.":
    '„{question}” מקבלת ערך אחד: אי אפשר להוסיף לו או להסיר ממנו.',
  "'{question}' takes the id of one of its answers.": '„{question}” מקבלת מזהה של אחת התשובות שלה.',
  "'{name}' does not apply, because {facts}.": '„{name}” אינו חל, כי {facts}.',
  "'{name}' cannot apply here, whatever is selected.": '„{name}” אינו יכול לחול כאן, בכל בחירה שהיא.',
  "'{name}' does not apply, because its stored rule cannot be read.": '„{name}” אינו חל, כי אי אפשר לקרוא את הכלל השמור שלו.',
  "nothing is selected for '{question}'": 'לא נבחר דבר עבור „{question}”',
  "'{question}' is '{text}'": '„{question}” הוא „{text}”',
  'It applies with {ways}.': 'הוא חל עם {ways}.',
  "nothing selected for '{question}'": 'בלי בחירה עבור „{question}”',
  "'{text}' for '{question}'": '„{text}” עבור „{question}”',
  '{first} and {second}': '{first} וגם {second}',
  '{first}, or {second}': '{first}, או {second}',
}
