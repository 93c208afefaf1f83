// Texts that explain why something is unavailable, in German.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1
      ? 'Eine weitere Option passt nicht zu Ihrer Auswahl.'
      : `${count} weitere Optionen passen nicht zu Ihrer Auswahl.`,
  showThem: 'Anzeigen',
  why: 'Warum?',
  whyOf: (title) => `Warum? ${title}`,
  requiredChanges: 'Das passt nicht zu Ihrer Auswahl. Wenn Sie es wählen, ändert sich auch:',
  unknownChanges: 'Das passt nicht zu Ihrer Auswahl. Wenn Sie es wählen, müssen Sie anderes ändern.',
  whyUnknown: 'Der Shop ist gerade nicht erreichbar. Bitte versuchen Sie es erneut.',
  orElse: 'Oder:',
  takeIt: 'Auswählen',
  leaveIt: 'Abbrechen',
}
