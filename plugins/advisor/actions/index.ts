// The actions on conversations, for staff.
import type { Action } from 'product-configurator-service'
import { analyzeConversations } from './analyze-conversations.js'
import { decideOutreach } from './decide-outreach.js'
import { reportConversations } from './report-conversations.js'

export const advisorActions: readonly Action<never>[] = [analyzeConversations, decideOutreach, reportConversations]
