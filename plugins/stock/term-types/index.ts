// All built-in term types.
import { calculation } from './calculation.js'
import { customerGroup } from './customer-group.js'
import { questionProperty } from './question-property.js'

export const termTypes = [questionProperty, calculation, customerGroup] as const
