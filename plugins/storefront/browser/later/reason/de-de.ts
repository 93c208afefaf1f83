// Texts that explain why something is unavailable, in German.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1
      ? 'Eine weitere Antwort passt nicht zu Ihrer übrigen Auswahl.'
      : `${count} weitere Antworten passen nicht zu Ihrer übrigen Auswahl.`,
  showThem: 'Zeigen',
  why: 'Warum?',
  whyOf: (title) => `Warum? ${title}`,
  requiredChanges: 'Das passt nicht zu Ihrer übrigen Auswahl. Wenn Sie es nehmen, ändert sich auch das:',
  unknownChanges: 'Das passt nicht zu Ihrer übrigen Auswahl; danach muss sich anderes ändern.',
  whyUnknown: 'Der Shop antwortet gerade nicht. Bitte versuchen Sie es erneut.',
  orElse: 'Oder:',
  takeIt: 'Nehmen',
  leaveIt: 'Lassen',
}
