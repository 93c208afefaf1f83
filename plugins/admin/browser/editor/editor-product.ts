// Product data for an editor, prepared for lookups.
import { SheetNames } from '#core/surface.js'
import type { EditorField, EditorQuestion, EditorVocabulary } from '../../api/editor/shape.js'

/** The location of the edited text: a record, saved or not, and its owner. */
export interface EditorLocation {
  readonly entity: string
  readonly owner: number
  /** null for a new record. */
  readonly id: number | null
}

export interface EditorProduct {
  readonly place: EditorLocation
  readonly vocabulary: EditorVocabulary
  /** The keys of the product's parts in rules and formulas. */
  readonly names: SheetNames
  readonly questions: ReadonlyMap<number, EditorQuestion>
}

/** Indexes the vocabulary. */
export function createEditorProduct(place: EditorLocation, vocabulary: EditorVocabulary): EditorProduct {
  const parts = vocabulary.questions.flatMap(({ id, key, answers }) => [
    { entity: 'question', id, key, owner: null },
    ...answers.map((answer) => ({ entity: 'answer', id: answer.id, key: answer.key, owner: { entity: 'question', id } })),
  ])
  const calculations = vocabulary.calculations.map(({ id, key }) => ({ entity: 'calculation', id, key, owner: null }))
  const functions = new Set(vocabulary.functions.map(({ name }) => name))
  return {
    place,
    vocabulary,
    names: new SheetNames([...parts, ...calculations], new Map(), functions),
    questions: new Map(vocabulary.questions.map((question) => [question.id, question])),
  }
}

export const getQuestionFields = ({ vocabulary }: EditorProduct, question: EditorQuestion): readonly EditorField[] =>
  vocabulary.fields[question.fields] ?? []
