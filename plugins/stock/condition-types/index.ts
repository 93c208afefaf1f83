// All built-in condition types.
import { calculation } from './calculation.js'
import { customerGroup } from './customer-group.js'
import { questionProperty } from './question-property.js'

export const conditionTypes = [questionProperty, calculation, customerGroup] as const
