// Core code never reads the fields of a stock question type; only the type itself reads them.
import { expect } from 'chai'
import { questionTypes } from '../../plugins/stock/question-types/index.js'
import { type SourceFile, readSourceFiles } from '../support/repository.js'

const own = new Set(questionTypes.flatMap((type) => Object.keys(type.properties)))
const read = new RegExp(`\\b(?:settings|values|record|source|question)(?:\\.|\\[')(${[...own].join('|')})\\b`)

function readers(files: readonly SourceFile[]): readonly string[] {
  return files.filter(({ path, text }) => path.startsWith('core/') && read.test(text)).map(({ path }) => path)
}

describe('fields of stock question types', () => {
  it('exist', () => {
    expect([...own]).to.include.members([
      'input_restriction',
      'slider_steps',
      'choices',
      'calendar_days_min',
      'upload_extensions',
    ])
  })

  it('are not read in core', () => {
    expect(readers(readSourceFiles())).to.deep.equal([])
  })

  it('are found if core reads them', () => {
    const text = "const step = question.settings['slider_steps']"
    expect(
      readers([
        { path: 'core/engine/x.ts', text },
        { path: 'plugins/stock/x.ts', text },
      ]),
    ).to.deep.equal(['core/engine/x.ts'])
  })
})
