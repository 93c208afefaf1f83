// The stock question types: accepted selections, their stored form, and their error messages.
import { expect } from 'chai'
import { type QuestionType, validateAnswer, validateAnswers } from '../../../core/engine/question/question-type.js'
import { translateMessage } from '../../../core/engine/program/program.js'
import { Refusal } from '../../../core/foundation/property/kind.js'
import { questionTypes } from '../../../plugins/stock/question-types/index.js'

const types = new Map<string, QuestionType>(questionTypes.map((type) => [type.name, type]))

function judge(
  name: string,
  value: string,
  settings: Readonly<Record<string, unknown>> = {},
  limits: { min?: number; max?: number } = {},
  language = 'en-GB',
): string {
  const { validate, multiple } = types.get(name)!
  const result = (validate ?? (multiple ? validateAnswers : validateAnswer))(
    value,
    { id: 1, title: 'It', answerIds: [11, 12, 13], settings },
    {
      limits: { min: limits.min ?? null, max: limits.max ?? null },
      now: Date.UTC(2026, 10, 21, 23, 30),
      today: '2026-11-21',
      language,
      translate: (key, values) => translateMessage(undefined, key, values),
    },
  )
  return result instanceof Refusal ? `${result.code}: ${result.message}` : result.value
}

describe('stock question types', () => {
  it('accept text unchanged without a restriction', () => {
    expect(judge('Textbox', ' as it is ')).to.equal(' as it is ')
    expect(judge('Textbox', 'abc', { input_restriction: 'integer', validate: false })).to.equal('abc')
    expect(judge('Textarea', 'two\nlines', { validate: true, input_restriction: 'plaintext' })).to.equal('two\nlines')
  })

  it('accept numbers in plain notation', () => {
    const decimal = { validate: true, input_restriction: 'decimal' }
    expect(['+007.50', '-0', '.5', '5.', '-1.10', '0'].map((text) => judge('Textbox', text, decimal))).to.deep.equal([
      '7.5',
      '0',
      '0.5',
      '5',
      '-1.1',
      '0',
    ])
    expect(judge('Textbox', 'a', decimal)).to.equal("INVALID_VALUE: 'It' must be a number, for example 12.5.")
    expect(judge('Textbox', '1e5', decimal)).to.include('must be a number')
    expect(judge('Textbox', '0x10', decimal)).to.include('must be a number')
    expect(judge('Textbox', 'Infinity', decimal)).to.include('must be a number')
    expect(judge('Textbox', '1234567890123456', decimal)).to.include('at most 15 digits')
    expect(judge('Textarea', '1.5', { ...decimal, input_restriction: 'integer' })).to.include('must be a whole number')
    expect(judge('Textbox', '4.9', decimal, { min: 5 })).to.include('must be at least 5')
    expect(judge('Textbox', '5', decimal, { min: 5, max: 5 })).to.equal('5')
  })

  it('accept decimals with a point in every language, and in the notation of the language', () => {
    const decimal = { validate: true, input_restriction: 'decimal' }
    const inLanguage = (language: string, ...texts: readonly string[]): readonly string[] =>
      texts.map((text) => judge('Textbox', text, decimal, {}, language))
    expect(inLanguage('de-DE', '12,5', '1.250,5', '1.250', '1 250')).to.deep.equal(['12.5', '1250.5', '1.25', '1250'])
    expect(inLanguage('en-GB', '12,5', '1,250.5', '1,250')).to.deep.equal(['12.5', '1250.5', '1250'])
    expect(inLanguage('de-CH', '1’250.5', '1,250')).to.deep.equal([
      '1250.5',
      "INVALID_VALUE: 'It': '1,250' can mean 1250 or 1.25. Please enter one of the two.",
    ])
    // The storefront marks a typed text with two readings like this.
    expect(inLanguage('de-DE', '\u200e1.250')).to.deep.equal([
      "INVALID_VALUE: 'It': '1.250' can mean 1250 or 1,25. Please enter one of the two.",
    ])
    expect(judge('Slider', '0,8', { slider_steps: 0.1 }, { min: 0.5, max: 2 }, 'de-DE')).to.equal('0.8')
  })

  it('accept slider values in steps from the minimum', () => {
    const validateSlider = (value: string): string => judge('Slider', value, { slider_steps: 0.1 }, { min: 0.5, max: 2 })
    expect([validateSlider('0.5'), validateSlider('0.8'), validateSlider('2')]).to.deep.equal(['0.5', '0.8', '2'])
    expect(validateSlider('0.85')).to.include("'It' must be in steps of 0.1, starting at 0.5.")
    expect(validateSlider('2.1')).to.include('must be at most 2')
    expect(judge('Slider', '7', { slider_steps: 5 })).to.include('in steps of 5, starting at 0')
  })

  it('accept one of the listed choices', () => {
    const settings = { choices: 'red\r\n blue \n\ngreen' }
    expect(judge('Choices', 'blue', settings)).to.equal('blue')
    expect(judge('Choices', 'Blue', settings)).to.equal("INVALID_VALUE: 'It' must be one of: red, blue, green.")
  })

  it('accept colors, dates within their range, and ids of uploads', () => {
    expect(judge('Colorpicker', '#1E90FF')).to.equal('#1e90ff')
    expect(judge('Colorpicker', 'red')).to.include('must be a colour')
    expect(judge('Calendar', '2026-11-21', { calendar_days_min: 0, calendar_days_max: 10 })).to.equal('2026-11-21')
    expect(judge('Calendar', '2026-11-20', { calendar_days_min: 0 })).to.include('must be 21 November 2026 or later')
    expect(judge('Calendar', '2026-12-02', { calendar_days_max: 10 })).to.include('must be 1 December 2026 or earlier')
    expect(judge('Calendar', '2026-02-29')).to.include('must be a date such as')
    expect(judge('Upload', 'aB3_-x')).to.equal('aB3_-x')
    expect(judge('Upload', '../etc/passwd')).to.include('must be the id of an uploaded file')
  })

  it('accept answers of the question by id', () => {
    for (const name of ['Radiobuttons', 'Dropdown', 'Images']) {
      expect(judge(name, ' 12 ')).to.equal('12')
      expect(judge(name, '99')).to.equal("UNKNOWN: 'It' has no answer 99.")
      expect(judge(name, '012')).to.include('INVALID_VALUE')
      expect(judge(name, '11,12')).to.include('INVALID_VALUE')
    }
    expect(judge('Checkbox', '11')).to.equal('11')
    expect(judge('Checkbox', '12')).to.equal("INVALID_VALUE: 'It' can only have its first answer.")
    expect(judge('Multiselect', '13, 11,13')).to.equal('11,13')
    expect(judge('Multiselect', '11,99')).to.include('UNKNOWN')
    expect(judge('Multiselect', '11,')).to.include('INVALID_VALUE')
  })

  it('return the kind of their selection', () => {
    const kind = (name: string, settings: Readonly<Record<string, unknown>> = {}): unknown =>
      types.get(name)!.selectedKind?.({ id: 1, title: '', answerIds: [], settings })
    expect(['Textbox', 'Textarea', 'Choices'].map((name) => kind(name, { input_restriction: 'integer' }))).to.deep.equal([
      'number',
      'number',
      'number',
    ])
    expect(kind('Textbox', { input_restriction: 'plaintext' })).to.equal('text')
    expect([kind('Slider'), kind('Calendar')]).to.deep.equal(['number', 'date'])
  })
})
