// Texts about the progress through the steps, in German.
import type { StepTexts } from '../../../text.js'

export const stepTexts: StepTexts = {
  stepOf: (step, steps) => `Schritt ${step} von ${steps}`,
  stepMissing: (count) => (count === 0 ? 'Vollständig' : count === 1 ? 'Eine Angabe fehlt' : `${count} Angaben fehlen`),
}
