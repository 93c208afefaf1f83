// Texts about the progress through the steps, in English.
import type { StepTexts } from '../../../text.js'

export const stepTexts: StepTexts = {
  stepOf: (step, steps) => `Step ${step} of ${steps}`,
  stepMissing: (count) => (count === 0 ? 'Complete' : count === 1 ? '1 field left' : `${count} fields left`),
}
