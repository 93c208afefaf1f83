// RAL classic colour numbers and the parser for customer input. Browsers load this file too.
import type { FieldDefinition, QuestionType, Refusal, ClientModuleKit } from 'product-configurator-service'

/** First and last number of each contiguous range. */
const runs: readonly (readonly [number, number])[] = [
  ...([
    [1000, 1007],
    [1011, 1021],
    [1023, 1024],
    [1026, 1028],
    [1032, 1037],
  ] as const),
  ...([
    [2000, 2005],
    [2007, 2013],
    [2017, 2017],
  ] as const),
  ...([
    [3000, 3005],
    [3007, 3007],
    [3009, 3009],
    [3011, 3018],
    [3020, 3020],
    [3022, 3022],
    [3024, 3024],
  ] as const),
  ...([
    [3026, 3028],
    [3031, 3033],
    [4001, 4012],
    [5000, 5005],
    [5007, 5015],
    [5017, 5026],
  ] as const),
  ...([
    [6000, 6022],
    [6024, 6029],
    [6032, 6039],
    [7000, 7006],
    [7008, 7013],
    [7015, 7016],
    [7021, 7024],
  ] as const),
  ...([
    [7026, 7026],
    [7030, 7040],
    [7042, 7048],
    [8000, 8004],
    [8007, 8008],
    [8011, 8012],
    [8014, 8017],
  ] as const),
  ...([
    [8019, 8019],
    [8022, 8029],
    [9001, 9007],
    [9010, 9012],
    [9016, 9018],
    [9022, 9023],
  ] as const),
]

export function isRal(number: number): boolean {
  return runs.some(([first, last]) => number >= first && number <= last)
}

/** Returns `5010` for `5010`, `RAL 5010` and `ral5010`. Returns null if the text is no colour of the table. */
export function ralNumber(text: string): string | null {
  const digits = /^(?:ral)?\s*(\d{4})$/i.exec(text.trim())?.[1]
  return digits !== undefined && isRal(Number(digits)) ? digits : null
}

type Validate = NonNullable<QuestionType['validate']>

export const ralFields: readonly FieldDefinition[] = [
  {
    key: 'series',
    title: 'Series',
    kind: 'number',
    description:
      'The first digit of the number: 1 yellow, 2 orange, 3 red, 4 violet, 5 blue, 6 green, 7 grey, 8 brown, 9 white and black.',
    read: (selection) => Number(selection.charAt(0)),
  },
]

/** Validates an entry: a number in the table, from a series that the question offers. */
export function ralJudgement(Refused: typeof Refusal): Validate {
  return (value, { title, settings }, context) => {
    const number = ralNumber(value)
    const series = String(settings['ral_series'] ?? '')
    if (number === null) {
      return new Refused(context.translate("'{question}' must be the number of a RAL colour, such as 5010.", { question: title }))
    }
    if (series !== '' && !series.includes(number.charAt(0))) {
      const sentence = "'{question}' must be a RAL colour whose number begins with one of {series}."
      return new Refused(context.translate(sentence, { question: title, series: [...series].join(', ') }))
    }
    return { value: number }
  }
}

/** The question type for browsers. Of its properties it contains only the keys. */
export const declare = ({ Refusal: Refused }: ClientModuleKit): QuestionType => ({
  name: 'RalColour',
  label: '',
  properties: { ral_series: {} } as unknown as QuestionType['properties'],
  takesAnswers: false,
  fields: ralFields,
  validate: ralJudgement(Refused),
})
