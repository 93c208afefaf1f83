// Question type `RalColour`: the shopper enters the number of a RAL classic colour.
import { defineQuestionType, Refusal, string, type ClientModule } from 'product-configurator-service'
import { ralFields, ralJudgement } from './ral.js'

export const ralColour = defineQuestionType({
  name: 'RalColour',
  label: 'Colour by RAL number',
  properties: {
    ral_series: string('RAL series', {
      pattern: { expression: '^[1-9]*$', words: 'first digits of the series that are offered, such as 379' },
      help: 'First digits of the series that are offered, such as 379; all if left out.',
    }),
  },
  takesAnswers: false,
  fields: ralFields,
  validate: ralJudgement(Refusal),
})

/** Browsers validate numbers too, before the request. */
export const ralClientModule: ClientModule = {
  name: ralColour.name,
  of: 'questionTypes',
  script: new URL('./ral.js', import.meta.url),
}
