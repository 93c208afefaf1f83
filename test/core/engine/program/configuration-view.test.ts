// The public view of a configuration: flags of answers, display texts, missing entries.
import { expect } from 'chai'
import { compileProgram } from '../../../../core/engine/program/compiler.js'
import {
  changeSelection,
  openConfiguration,
  resumeConfiguration,
  findMissing,
  viewAnswer,
  viewQuestion,
} from '../../../../core/engine/program/configuration.js'
import {
  anonymousContext,
  createAnswerSource,
  createNumberQuestion,
  createProductSource,
  createQuestionSource,
  stockTypes,
} from '../engine-product.js'

describe('the view of a configuration', () => {
  const source = createProductSource({
    questions: [
      createQuestionSource(1, 'Radiobuttons', { required: true }),
      createNumberQuestion(2, 1, 5),
      createQuestionSource(3, 'Multiselect'),
    ],
    answers: [
      createAnswerSource(11, 1, { title: 'Red' }),
      createAnswerSource(12, 1, { title: 'Gone', available: false }),
      createAnswerSource(13, 1, { title: 'Late', available: false, disable_non_available: false }),
      createAnswerSource(31, 3, { title: 'Hook' }),
      createAnswerSource(32, 3, { title: 'Tray' }),
    ],
  })
  const program = compileProgram(source, stockTypes)

  it('shows an unavailable answer as applicable but not selectable', () => {
    const state = openConfiguration(program, anonymousContext)
    expect(viewAnswer(state, 0)).to.deep.equal({ id: 11, question_id: 1, applies: true, ownRule: true, selectable: true })
    expect(viewAnswer(state, 1)).to.deep.equal({ id: 12, question_id: 1, applies: true, ownRule: true, selectable: false })
    expect(viewAnswer(state, 2)).to.include({ id: 13, selectable: true })
    expect(changeSelection(state, { question_id: 1, value: '12' }).refused).to.include({ code: 'NOT_AVAILABLE' })
  })

  it('keeps a selected answer that is no longer available', () => {
    const { state, automatic } = resumeConfiguration(program, anonymousContext, [{ question_id: 1, value: '12' }])
    expect(automatic).to.deep.equal([])
    expect(viewQuestion(state, 0)).to.include({ selection: '12', text: 'Gone' })
  })

  it('formats several answers by their titles', () => {
    const state = openConfiguration(program, anonymousContext)
    changeSelection(state, { question_id: 3, value: '32,31' })
    expect(viewQuestion(state, 2)).to.include({ selection: '31,32', text: 'Hook, Tray' })
  })

  it('lists missing selections and selections outside their limits', () => {
    const { state } = resumeConfiguration(program, anonymousContext, [{ question_id: 2, value: '9' }])
    expect(findMissing(state).map(({ question_id }) => question_id)).to.deep.equal([1, 2])
    expect(viewQuestion(state, 1)).to.include({ min: 1, max: 5, selection: '9' })
  })
})
