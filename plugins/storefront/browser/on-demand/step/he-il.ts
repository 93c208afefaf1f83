// Texts about the progress through the steps, in Hebrew.
import type { StepTexts } from '../../../text.js'

export const stepTexts: StepTexts = {
  stepOf: (step, steps) => `שלב ${step} מתוך ${steps}`,
  stepMissing: (count) => (count === 0 ? 'הושלם' : count === 1 ? 'נותר שדה אחד' : `נותרו ${count} שדות`),
}
