// Question type: a number on a scale, in steps of slider_steps from the minimum.
import { decimal, defineQuestionType, Refusal } from 'product-configurator-service'
import { isOnStep, validateNumberEntry } from '../entry/number.js'

export const slider = defineQuestionType({
  name: 'Slider',
  label: 'Slider',
  properties: { slider_steps: decimal('Slider step', { default: 1 }) },
  takesAnswers: false,
  limited: true,
  selectedKind: () => 'number',
  entries: ({ settings }) => ({ step: settings.slider_steps || 1 }),
  validate(value, question, context) {
    const result = validateNumberEntry(value, question, context, false)
    const step = question.settings.slider_steps ?? 0
    if (result instanceof Refusal || step <= 0) return result
    const from = context.limits.min ?? 0
    if (isOnStep(Number(result.value), from, step)) return result
    return new Refusal(context.translate('stock.stepMismatch', { question: question.title, step, from }))
  },
})
