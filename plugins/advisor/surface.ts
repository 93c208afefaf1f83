// The part of the advisor that the storefront, the admin and the test support may import.
export type {
  AdvisorReply,
  ConfigurationFacts,
  ConversationReply,
  ConversationTurn,
  MessageReceipt,
  RecommendedProduct,
  ReplyStreamEventMap,
  TextMark,
} from './define.js'
export { type DayUsage, getBudgetDay, listDayUsage } from './budget.js'
export { type ContactRequest, countContactRequests, listContactRequests } from './outreach.js'
export { type AdvisorReport, createConversationReport } from './report.js'
export {
  ensureScriptServer,
  findMissingSettings,
  getAdvisorLimits,
  getAdvisorSetup,
  type MissingSetting,
  readAdvisorSettings,
  openScriptServer,
} from './setup.js'
export {
  listStaffConversations,
  readStaffConversation,
  type StaffConversation,
  type StaffConversationRow,
  type StaffEntry,
  type StaffToolUse,
  type StaffTurn,
} from './staff-conversations.js'
export { advisorToolsByName } from './tools.js'
export type { ScriptAnswer, ScriptRequest } from './vendor/scripted/script-protocols.js'
export type { ScriptFailure, ScriptOptions, ScriptServer } from './vendor/scripted/script-server.js'
