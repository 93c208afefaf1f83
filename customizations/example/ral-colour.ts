// The question type `RalColour`: shoppers enter the number of a RAL classic colour.
import { defineQuestionType, Refusal, string } from 'product-configurator-service'
import { ralNumber } from './ral.js'

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
  fields: [
    {
      key: 'series',
      title: 'Series',
      kind: 'number',
      description:
        'The first digit of the number: 1 yellow, 2 orange, 3 red, 4 violet, 5 blue, 6 green, 7 grey, 8 brown, 9 white and black.',
      read: (selection) => Number(selection.charAt(0)),
    },
  ],
  validate(value, { title, settings }, context) {
    const number = ralNumber(value)
    const series = settings.ral_series ?? ''
    if (number === null) {
      return new Refusal(context.say("'{question}' takes the number of a RAL colour, such as 5010.", { question: title }))
    }
    if (series !== '' && !series.includes(number.charAt(0))) {
      const sentence = "'{question}' takes a RAL colour whose number begins with one of {series}."
      return new Refusal(context.say(sentence, { question: title, series: [...series].join(', ') }))
    }
    return { value: number }
  },
})
