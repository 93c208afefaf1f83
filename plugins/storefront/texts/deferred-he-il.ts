// Texts that the configurator shows after an entry, in Hebrew.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'השאלה אינה חלה עוד',
  answer_stopped: 'אי אפשר עוד לבחור בתשובה הזאת',
  started: 'השאלה חלה עכשיו',
  catalog_changed: 'המוצר השתנה',
  elsewhere: 'ההרכבה השתנתה בינתיים',
}

export const deferredTexts: DeferredTexts = {
  expired: 'תוקף ההרכבה פג, ולכן נפתחה חדשה עם מה שהוזן.',
  unsentRestored: 'מה שהוזן ועדיין לא הגיע לחנות שוחזר.',
  chooseFileAgain: (question) => `נא לבחור שוב את הקובץ עבור „${question}”; לא היה אפשר להעביר אותו.`,
  confirmTitle: 'זה משנה בחירות נוספות',
  confirmYes: 'לשנות',
  confirmNo: 'להשאיר כך',
  changedByUs: 'הותאם עבורך',
  dismiss: 'הסתרה',
  automatic: (question, from, to, reason) => {
    const changeText =
      to === null ? `הבחירה ${from ?? ''} הוסרה`.replace('  ', ' ') : from === null ? `נבחר ${to}` : `במקום ${from} נבחר ${to}`
    return `${question}: ${changeText}, כי ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from === null ? 'הבחירה' : `הבחירה ${from}`} תוסר.`
    return from === null ? `${question}: ייבחר ${to}.` : `${question}: במקום ${from} ייבחר ${to}.`
  },
  exampleStarted: (title) => `הדוגמה „${title}” נפתחה; מה שהזנת נשמר.`,
  emptied: 'הכול נוקה; מה שהזנת נשמר.',
  backToEntries: 'חזרה למה שהזנתי',
  undo: 'ביטול הצעד',
  redo: 'ביצוע חוזר',
  startOver: 'להתחיל מחדש',
  share: 'שיתוף',
  shareHint: 'כל מי שיש לו הקישור יכול לצפות בה ולהעתיק אותה.',
  linkCopied: 'הקישור הועתק.',
  linkTooMany: 'אי אפשר לשתף כרגע. נא לנסות שוב מאוחר יותר.',
  sharedView: 'זו תצורה ששותפה איתך. מה שישונה יישמר כתצורה משלך.',
  tools: 'התצורה שלך',
  askAdvisor: 'לשאול את היועץ',
  advisor: 'היועץ',
  closeAdvisor: 'סגירת היועץ',
  priceParts: 'ממה מורכב המחיר',
  basePart: 'המוצר עצמו',
  sum: 'סך הכול',
  sumOf: (pieces) => `סך הכול, עבור ${pieces} יחידות`,
  discount: 'הנחה',
  noPrice: 'עדיין לא ניתן לחישוב',
  taxInIt: (rate, amount) => `כולל מס של ${rate}%: ${amount}`,
  taxOnTop: (rate, amount) => `בתוספת מס של ${rate}%: ${amount}`,
  compare: 'השוואה',
  comparison: 'השוואה',
  thisOne: 'כפי שהיא עכשיו',
  beforeLast: 'לפני השינוי האחרון',
  otherOne: 'האחרת',
  nothingBefore: 'עדיין לא שונה כאן דבר. אפשר להדביק קישור של תצורה אחרת כדי לראות אותה לצד שלך.',
  nothingDiffers: 'אין הבדלים.',
  nothingChosen: 'לא נבחר דבר',
  stillMissing: 'פרטים שעדיין חסרים',
  otherLink: 'קישור לתצורה אחרת של המוצר הזה',
  showComparison: 'להציג לצדה',
  compareWithPrevious: 'לצד המצב האחרון שלי',
  print: 'הדפסה',
  closeComparison: 'סגירת ההשוואה',
  notALink: 'זה אינו קישור לתצורה משותפת. הוא מסתיים ב-configuration= ו-32 תווים.',
  noSuch: 'אין עוד תצורה כזאת.',
  otherProduct: 'זו תצורה של מוצר אחר.',
}
