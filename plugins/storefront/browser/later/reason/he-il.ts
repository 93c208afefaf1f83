// Texts that explain why something is unavailable, in Hebrew.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1 ? 'עוד תשובה אחת אינה מתאימה לשאר הבחירות שלך.' : `עוד ${count} תשובות אינן מתאימות לשאר הבחירות שלך.`,
  showThem: 'להציג',
  why: 'מדוע?',
  whyOf: (title) => `מדוע? ${title}`,
  requiredChanges: 'זה אינו מתאים לשאר הבחירות. אם ייבחר, ישתנה גם זה:',
  unknownChanges: 'זה אינו מתאים לשאר הבחירות, ולכן משהו אחר יצטרך להשתנות אחר כך.',
  whyUnknown: 'החנות אינה עונה כרגע. נא לנסות שוב.',
  orElse: 'או:',
  takeIt: 'לקחת',
  leaveIt: 'להשאיר',
}
