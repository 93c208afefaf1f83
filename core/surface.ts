// The contract between the core and the plugins of this package. They import nothing else of the core, except the public contract.
// Other plugins, hosts and customizations import only the public contract, `core/contract.ts`. Core modules never import this file.
// Related functions with their types form a section, a module of `core/surface/`: `textGaps.flatKey`. Bundles contain only its members that they use.

// The sections.
export * as accessRules from './surface/access-rules.js'
export * as entityModel from './surface/entity-model.js'
export * as inputForms from './surface/input-forms.js'
export * as messageFormat from './surface/message-format.js'
export * as typedText from './surface/typed-text.js'
export * as textGaps from './surface/text-gaps.js'
export * as salesDocuments from './surface/sales-documents.js'
export * as salesPayments from './surface/sales-payments.js'
export * as productEditing from './surface/product-editing.js'
export * as shopperCalls from './surface/shopper-calls.js'
export * as recordGraphs from './surface/record-graphs.js'
export * as sheetLines from './surface/sheet-lines.js'
export * as formulaLanguage from './surface/formula-language.js'
export * as themeDesign from './surface/theme-design.js'
export * as storedFiles from './surface/stored-files.js'
export * as serviceState from './surface/service-state.js'
export * as zipFiles from './surface/zip-files.js'
export * as installationTables from './surface/installation-tables.js'
export * as recordWriting from './surface/record-writing.js'
export * as storedValues from './surface/stored-values.js'
export * as longWork from './surface/long-work.js'
export * as fileTransfers from './surface/file-transfers.js'
export * as propertyKinds from './surface/property-kinds.js'

// Errors, messages, languages, times and numbers in texts.
export { booleanTexts, validateJson, findTextFlaw } from './foundation/property/text.js'
export { formatIsoTime, type TimedOperation, type Timings } from './foundation/clock.js'
export {
  describeErrorCode,
  errorCodes,
  getErrorTrail,
  isRewritten,
  StaleError,
  BootError,
  describeFault,
  type Fault,
} from './foundation/errors.js'
export { createMessageCatalogs, findTerminalLanguage } from './foundation/message-catalogs.js'
export { getMessage } from './foundation/message.js'
export { joinSentences, listAlternatives, listQuoted, listWithAnd } from './foundation/message.js'
export type { Log } from './foundation/log.js'
export { messageText, toMessageFields, toReplyMessage } from './foundation/message-format.js'
export { escapeHtml, longMarkup } from './foundation/rich-text.js'

// Access: callers, scopes, tokens, accounts of the admin and rate limits.
export { requireScopes } from './foundation/access.js'
export { adminLanguages, type AdminLink } from './storage/admin/account-rows.js'
export { type MintedToken, type TokenSummary } from './storage/bearer-tokens.js'
export { createRateLimitCounters, maximumMemoryCounters, type RateLimitCounters } from './storage/counters.js'

// Plain helpers without I/O.
export { isAllowedAddress } from './foundation/allowed-address.js'
export { parseEmailAddress, toEmailKey } from './model/properties/string.js'
export { eventNames } from './foundation/events.js'
export { type JsonLimits, JsonOverloadScan, maxJsonDepth, toJsonLimits } from './foundation/json.js'
export { parseLargeJson, parseTrustedJson } from './foundation/large-json.js'
export { createFastObject, isObject, isSameJson } from './foundation/json.js'
export { isLanguageTag, isRegisteredTag, languageTagPattern } from './foundation/language.js'
export type { CheckScope, JsonSchema, Property } from './foundation/property/kind.js'
export type { SchemaValue } from './foundation/property/typing.js'

export { createFormatOptions, createMessageWriter } from './model/entity-label.js'

// Entities that the surfaces read by name.
export { entities } from './model/entities/index.js'

// The model: entities, property kinds, actions, statuses, and their projections to schemas and forms.
export type { ActionDeclaration, ActionInput } from './model/action/declaration.js'
export { type Entity } from './model/entity/define.js'
export { requiredScopes } from './foundation/access.js'
export { id } from './model/properties/id.js'
export { type Registry, requireEntity } from './model/registry.js'
export { formatJsonFile, generateTypeFiles } from './model/schema/generated-types.js'
export { listRowSchema, readSchema, schemaName, writeSchema } from './model/schema/json-schema.js'
export { collectNamedShapes, type ReplyStream, toSchemaReference } from './model/verb/shape.js'

// The engine: questions, rules, calculations, money and proofs.
export { compileProgram } from './engine/program/compiler.js'
export type { AnswerReply, MissingEntry, QuestionReply } from './engine/program/configuration.js'
export { changeSelection, type RefusedEntry, resumeConfiguration, type SelectionInput } from './engine/program/configuration.js'
export { createEngineTypes, type EngineTypes } from './engine/program/source.js'
export type { EvaluationContext, EvaluationTexts } from './engine/program/program.js'
export type { AutomaticChange } from './engine/program/settlement.js'
export type { ConfigurationState } from './engine/program/state.js'
export type { ParsedRule, StoredRule } from './engine/rule/stored.js'
export { type Amount, toAmount, fromAmount } from './engine/money/amount.js'

// Storage: units of work, record reads and writes, files, caches, mails and migrations.
export { defineCache, loadVersions, type VersionedSnapshot } from './storage/caches.js'
export { insertRows, type SqlParameter, toInList, type QueryRunner, splitIntoPortions } from './storage/database/dialect.js'
export { acquireLease, type Lease } from './storage/database/lease.js'
export { headLength, loadFileScope } from './storage/files/file-store.js'
export { detectMediaTypes, listExtensionSpellings } from './storage/files/media-type.js'
export {
  attachedFileIdPattern,
  type FileTarget,
  loadRecordFiles,
  readRecordFile,
  type RecordFile,
  removeRecordFile,
  requireFileField,
} from './storage/files/record-files.js'
export { type IncomingFile, maximumFileSize, storeRecordFile } from './storage/files/store-record-file.js'
export {
  digestValues,
  idempotencyKeyHeader,
  type IdempotentRequest,
  type IdempotentResponse,
  runIdempotent,
  runIdempotentInOwnUnit,
  runIdempotentOutsideUnit,
} from './storage/idempotency.js'
export { createFreezeMessage } from './storage/migration/bookkeeping.js'
export type { MigrationReport } from './storage/migration/runner.js'
export { maximumLimit } from './storage/record/list.js'
export { requireActiveLanguage } from './storage/record/load.js'
export type { Finding, ListQuery, RecordResult, WriteResult } from './storage/record/results.js'
export { countUnindexedRecords } from './storage/trigram-index.js'
export { minimumIndexedRecords, maximumUnindexedRecords } from './storage/trigram-search.js'
export type { Topic } from './storage/unit-of-work/identity-map.js'
export { type Unit, unit } from './storage/unit-of-work/transaction.js'
export type { ZipStore } from './storage/files/zip-store.js'
export { probeFolder } from './storage/files/folder.js'

// Products: their source, compiled programs and explanations.
export type { ConflictReport } from './product/guidance.js'

// The published shop: catalogue, prices, languages and shoppers.
export * as baseCurrency from './shop/base-currency.js'
export type { AnswerPriceReply, AmountReply, PriceReply } from './shop/price.js'
export { toPagePath, type ContentPageSummary } from './shop/language.js'
export type {
  AnswerView,
  CatalogueOptions,
  ContentPageReply,
  ExampleView,
  FacetView,
  FilterView,
  ListReply,
  ListSummary,
  NavigationList,
  PageView,
  ProductListReply,
  ProductReply,
  ProductReviews,
  ProductSearchReply,
  ProductSort,
  ProductSummary,
  ProductView,
  QuestionView,
  RecordLabels,
  ShopFrame,
  ShopListsReply,
  ShopView,
} from './shop/catalogue/define.js'
export { productSorts } from './shop/catalogue/define.js'
export type { CurrencyView } from './shop/shop.js'
export { currencyShape, priceShape } from './shop/shape.js'
export type { ShopFrontReply } from './shop/shop-front.js'
export { readShopToday } from './shop/shop.js'

// Carts, documents, payments, accounts and notifications.
export type { Confirmation, Login, ProfileChange, ProfileReply, Registration, SessionReply } from './commerce/account/define.js'
export type { CartChange, CartSummary, NewCart, NewPosition, PositionChange, PositionReply } from './commerce/cart/define.js'
export { hostOwnsCommerceMessage } from './commerce/shopper-context.js'
export type { CheckoutChange, CheckoutReply, CheckoutStep, MethodPrice, PlaceOrderInput } from './commerce/checkout/define.js'
export { type BlockedQuestion, loadBlockingRuleFinder } from './commerce/configuration/blocking-rules.js'
export { correctedResultMessage } from './commerce/configuration/reply.js'
export { toCompleteEntry } from './commerce/configuration/reply.js'
export type {
  ChangeEntry,
  ChangeInput,
  ConfigurationReply,
  ConfirmReply,
  ListChange,
  SharedReply,
  StartInput,
} from './commerce/configuration/define.js'
export type { ExplanationReply } from './commerce/configuration/explanation.js'
export { type ConflictsReply, type GuidanceReply } from './commerce/configuration/guidance.js'
export type { PartAmounts, PriceBreakdownReply, PricePart } from './commerce/configuration/price-breakdown.js'
export type { ProgramReply } from './commerce/configuration/program.js'
export type { SavedConfigurationReply } from './commerce/configuration/saved-configurations.js'
export {
  buildConfigurationReply,
  type ChangeOutcome,
  type ReplySession,
  type StateSnapshot,
  takeStateSnapshot,
} from './commerce/configuration/reply.js'
export { isAliveConfiguration, toStoredConfiguration } from './commerce/configuration/rows.js'
export type { PreferenceInput, SuggestReply } from './commerce/configuration/suggest.js'
export type { DocumentOption } from './commerce/document/define.js'
export { findTotalFaults } from './commerce/document/sums.js'
export type { OrderProgress, OrderSummary, ShipmentReply } from './commerce/order/define.js'
export type { PaymentReply } from './commerce/payment/define.js'
export type { CreditLine } from './model/entities/orders/credit-note.js'
export type { AcceptQuoteInput, QuoteReply, QuoteRequestInput, QuoteSummary } from './commerce/quote/define.js'
export { createToken, isToken } from './commerce/shopper-context.js'
export type { Stop } from './commerce/configuration/stop-counter.js'
export { listRecentClockReports } from './commerce/account/assertion.js'

// Backups.
export { readBackupState } from './storage/backup-state.js'

// Actions, shopper verbs, effects, worker jobs, tasks and health checks.
export { type ActionNamer, replaceActionNames, replaceActionNamesInError } from './actions/define-action.js'
export { type HealthCheckResult, runHealthChecks } from './contribution/health-check.js'
export { tasks } from './tasks/index.js'
export { requireNoServingProcess, listServingProcesses, describeOutages } from './tasks/heartbeat.js'
export { listLastRuns } from './tasks/scheduler.js'

// Configuration, assembly and start of an app.
export { assemble, type Assembly } from './boot/assemble.js'
export { boot, open, type BootOptions, createInstallationParts } from './boot/boot.js'
export { coreOwner, listContributions } from './boot/collect.js'
export { createExclusiveRunner } from './boot/zip-stores.js'
export { findConfigFile, loadConfig, type LoadedConfig } from './config.js'
export { describeDatabase, findUnknownVariables, listSettingVariables } from './resolve-settings.js'
export { formatSetting, type SettingName, settingNames, parseBucketUrl } from './settings.js'
