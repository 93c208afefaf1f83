// Question type: several lines of text, or a number if input_restriction demands one.
import { defineQuestionType } from 'product-configurator-service'
import {
  validateRestrictedEntry,
  restrictedEntries,
  restrictedKind,
  restriction,
  publicRestriction,
} from '../entry/restricted.js'

export const textarea = defineQuestionType({
  name: 'Textarea',
  label: 'Text area',
  properties: restriction,
  takesAnswers: false,
  limited: true,
  selectedKind: restrictedKind,
  entries: restrictedEntries,
  shown: publicRestriction,
  validate: validateRestrictedEntry,
})
