// The contract between the core and the plugins of this package. They import nothing else of the core, except the public contract.
// Other plugins, hosts and customizations import only the public contract, `core/contract.ts`. Core modules never import this file.

// Errors, messages, languages, times and numbers in texts.
export { booleanTexts, validateJson, findTextFlaw } from './foundation/property/text.js'
export { formatIsoTime } from './foundation/clock.js'
export {
  createIssue,
  errorCatalogue,
  type ErrorCode,
  getErrorTrail,
  isRewritten,
  maximumIssues,
  rewriteMessages,
  StaleError,
  BootError,
  describeFault,
  type Fault,
} from './foundation/errors.js'
export { createMessageCatalogs, findTerminalLanguage } from './foundation/message-catalogs.js'
export { getMessage } from './foundation/message.js'
export { joinSentences, listAlternatives, listQuoted, didYouMean, suggestName } from './foundation/message-values.js'
export { flatKey, isCopiedText } from './foundation/language.js'
export type { Log } from './foundation/log.js'
export {
  formatMessage,
  formatMessageFields,
  type FormatOptions,
  formatText,
  messageText,
  toEnglishFields,
  toMessageFields,
  toReplyMessage,
  writeMessages,
} from './foundation/message-format.js'
export type { LabelReference, MessageFields } from './foundation/message.js'
export { getDecimalSign, parseNumberColumn, stripCurrency } from './foundation/parse-number.js'
export type { PriceChangeReport } from './actions/change-prices.js'
export { escapeHtml } from './foundation/rich-text.js'
export { formatLocalTime, parseLocalTime } from './foundation/time-zone.js'
export type { TimedOperation, Timings } from './foundation/timings.js'
export { getCoreVersion } from './foundation/version.js'

// Access: callers, scopes, tokens, accounts of the admin and rate limits.
export { runAsActor } from './foundation/actor.js'
export {
  areas,
  baseScope,
  grantableScopes,
  isGrantableScope,
  presetsWithScopes,
  formatCallerName,
  fullGrant,
  requireScopes,
} from './foundation/access.js'
export { type Invitation, requireGrantableScopes } from './storage/admin/accounts.js'
export type { AdminLanguage, AdminLink, AdminSessionRow, SessionOrigin } from './storage/admin/define.js'
export { type MintedToken, type TokenSummary, resolveScopes } from './storage/bearer-tokens.js'
export { createRateLimitCounters, maximumMemoryCounters, type RateLimitCounters } from './storage/rate-limit-counters.js'

// Plain helpers without I/O.
export { isAllowedAddress } from './foundation/allowed-address.js'
export { parseEmailAddress, toEmailKey } from './foundation/email-address.js'
export { eventNames } from './foundation/events.js'
export { type JsonLimits, JsonOverloadScan, maxJsonDepth, toJsonLimits } from './foundation/json-overload.js'
export { parseLargeJson } from './foundation/large-json.js'
export { isObject } from './foundation/json.js'
export { type JsonSchema, nameProperties, type Property, isAlwaysRequired } from './foundation/property/kind.js'

export { createFormatOptions, createMessageWriter } from './model/entity-label.js'

// Entities that the surfaces read by name.
export { entities } from './model/entities/index.js'

// The model: entities, property kinds, actions, statuses, and their projections to schemas and forms.
export type { ActionDeclaration, ActionInput } from './model/action/declaration.js'
export { bodyEntities } from './model/entity/calculation-bodies.js'
export { type Entity, listSortableProperties, hasColumn, isReadable } from './model/entity/define.js'
export { type Operation, operations } from './foundation/access.js'
export { requiredScopes } from './foundation/access.js'
export { uploadPrefix } from './model/entity/document-fields.js'
export { collectFilters, type EntityFilter } from './model/entity/filters.js'
export { emailAddress } from './model/entity/groups.js'
export { findOrderingParent, findOwnerJoins, findOwnerPath, getJoinOptions } from './model/entity/ownership.js'
export { id } from './model/properties/id.js'
export { isId } from './model/properties/join.js'
export { password } from './model/properties/password.js'
export { type Registry, requireEntity } from './model/registry.js'
export { type EntityFormField, toEntityForm, toFormField } from './model/schema/describe.js'
export { formatJsonFile, generateTypeFiles } from './model/schema/generated-types.js'
export { listRowSchema, readSchema, schemaName, writeSchema } from './model/schema/json-schema.js'
export {
  orderStatuses,
  transitions,
  type EffectDeclaration,
} from './model/state/statuses.js'
export { calculateContrast, minimumContrast, mixColors, reachContrast } from './model/storefront/contrast.js'
export { type Theme, themeProperties, type ThemeText } from './model/storefront/theme.js'
export { collectNamedShapes, type ReplyStream, toSchemaReference } from './model/verb/shape.js'

// The engine: questions, rules, calculations, money and proofs.
export { calculationBodies } from './engine/calculation/bodies.js'
export { toBodySource } from './engine/calculation/body-columns.js'
export { mathConstants, mathFunctions, placeholderColumns, placeholders } from './engine/calculation/code-tree.js'
export { calculationForms } from './engine/calculation/forms.js'
export { arithmeticOperators } from './engine/calculation/stored.js'
export type { BlockingRule } from './engine/program/blocking-rules.js'
export { compileProgram } from './engine/program/compiler.js'
export type { AnswerReply, MissingEntry, QuestionReply } from './engine/program/configuration-view.js'
export {
  changeSelection,
  initializeConfiguration,
  type RefusedEntry,
  resumeConfiguration,
  type SelectionInput,
} from './engine/program/configuration.js'
export { createEngineTypes, type EngineTypes } from './engine/program/engine-types.js'
export type { EvaluationContext, EvaluationTexts } from './engine/program/evaluation-context.js'
export type { AutomaticChange } from './engine/program/settlement.js'
export type { BodyType, CalculationSource, MatrixSource, ProductSource } from './engine/program/source.js'
export type { ConfigurationState } from './engine/program/state.js'
export { traceCalculation } from './engine/program/trace-measure.js'
export type { TraceLine } from './engine/program/trace.js'
export type { FindingKind, ProofFinding } from './engine/proof/findings.js'
export type { ProofReport } from './engine/proof/product-proof.js'
export type { Field } from './engine/question/fields.js'
export { isOperator, operatorsOf, orderedOperators } from './engine/question/value.js'
export { toStoredRule } from './engine/rule/rule-authoring.js'
export type { ParsedRule, StoredRule } from './engine/rule/stored.js'
export { compileWithTables } from './engine/variant/variant-compiler.js'
export { type Amount, toAmount, fromAmount } from './engine/money/amount.js'

// Storage: units of work, record reads and writes, files, caches, mails and migrations.
export { type AuditEntry, listAuditEntries } from './storage/audit-trail.js'
export { Caches, defineCache, storeTopic } from './storage/caches.js'
export type { VersionedSnapshot } from './storage/caches.js'
export { insertRows, type SqlParameter, toInList, type QueryRunner, splitIntoPortions } from './storage/database/dialect.js'
export { acquireLease, type Lease } from './storage/database/lease.js'
export { foldText } from './foundation/property/text.js'
export { headLength, loadFileScope } from './storage/files/file-store.js'
export { detectMediaTypes, listExtensionSpellings } from './storage/files/media-type.js'
export {
  attachedFileIdPattern,
  type FileTarget,
  listFileProperties,
  loadRecordFiles,
  readRecordFile,
  type RecordFile,
  removeRecordFile,
  requireFileField,
} from './storage/files/record-files.js'
export { mediaLibrary } from './storage/files/media-library.js'
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
export { countFailingMails, countQueuedMails, loadQueuedMail } from './storage/mail-queue.js'
export { createFreezeMessage, type MigrationFailure } from './storage/migration/bookkeeping.js'
export type { TrackState, MigrationReport } from './storage/migration/runner.js'
export { removeGraph } from './storage/pipeline/remove-graph.js'
export { prepareRichTexts } from './storage/pipeline/prepare-for-storage.js'
export { maximumLimit } from './storage/record/list.js'
export {
  type LoadedRecord,
  loadRecords,
  createMissingRecordError,
  requireActiveLanguage,
  requireOperation,
} from './storage/record/load.js'
export { countMissingTextsByField, findRecordsWithoutText, type MissingTextCount } from './storage/record/text-gaps.js'
export * as textGaps from './storage/record/text-gaps.js'
export type { Finding, ListQuery, RecordResult, WireRecord, WriteResult } from './storage/record/results.js'
export { readTimeZone } from './storage/record/time-zone.js'
export { isEmpty } from './storage/record/layout.js'
export type { Actor } from './storage/service-context.js'
export { countUnindexedRecords, minimumIndexedRecords, maximumUnindexedRecords } from './storage/trigram-index.js'
export { type Unit, unit } from './storage/unit-of-work/transaction.js'
export type { ZipStore } from './storage/files/zip-store.js'
export { probeFolder } from './storage/files/folder.js'

// Products: their source, compiled programs and explanations.
export { loadCompiledProduct, toProductTopic } from './product/compiled-products.js'
export type { ConflictReport } from './product/guidance/define.js'
export { loadProductSource } from './product/source.js'
export { loadProductTree, type ProductTree } from './product/product-tree.js'
export { loadProductVocabulary, type ProductVocabulary } from './product/vocabulary.js'

export type { StoredFacet } from './model/storefront/facets.js'
// The published shop: catalogue, prices, languages and shoppers.
export * as baseCurrency from './shop/base-currency.js'
export type { AnswerPriceReply, AmountReply, PriceReply } from './shop/price.js'
export { toPagePath } from './shop/catalogue/content-pages.js'
export type {
  AnswerView,
  CatalogueOptions,
  ContentPageReply,
  ContentPageSummary,
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
export { readPicture } from './shop/catalogue/service.js'
export type { CurrencyView } from './shop/currency.js'
export { currencyShape, priceShape } from './shop/shape.js'
export type { ShopFrontReply } from './shop/shop-front.js'
export { translateShopMessage } from './shop/language.js'
export { readShopToday } from './shop/shop.js'
export { addStandardNames } from './shop/standard-names.js'

// Carts, documents, payments, accounts and notifications.
export type { Confirmation, Login, ProfileChange, ProfileReply, Registration, SessionReply } from './commerce/account/define.js'
export { readCart } from './commerce/cart/cart-transaction.js'
export type {
  CartChange,
  CartReply,
  CartSummary,
  NewCart,
  NewPosition,
  PositionChange,
  PositionReply,
} from './commerce/cart/define.js'
export { hostOwnsCommerceMessage } from './commerce/cart/ownership.js'
export type { CheckoutChange, CheckoutReply, CheckoutStep, MethodPrice, PlaceOrderInput } from './commerce/checkout/define.js'
export type { AffectedReport } from './commerce/configuration/affected-configurations.js'
export { type BlockedQuestion, loadBlockingRuleFinder } from './commerce/configuration/blocking-rules.js'
export { correctedResultMessage } from './commerce/configuration/client-messages.js'
export { toCompleteEntry } from './commerce/configuration/complete-entry.js'
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
export { type ConflictsReply, type GuidanceReply, guideLoadedConfiguration } from './commerce/configuration/guidance.js'
export { loadConfiguration, type LoadedConfiguration } from './commerce/configuration/load-configuration.js'
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
export { documentKinds } from './commerce/document/kinds.js'
export { listPrintedDocuments, printDocumentById, printDocumentSet, requirePrintedDocument } from './commerce/document/print.js'
export { toDocumentReply } from './commerce/document/reply.js'
export { readDocument } from './commerce/document/rows.js'
export { findTotalFaults } from './commerce/document/total-faults.js'
export { findNotificationMails } from './commerce/notification/notify.js'
export { readOpenParts } from './commerce/order/open-parts.js'
export type { OrderProgress, OrderSummary, ShipmentReply } from './commerce/order/define.js'
export { listPaymentsToClose } from './commerce/payment/close.js'
export { listIncompleteMethods } from './commerce/payment/incomplete-methods.js'
export { type ManualSettlement, settleManually } from './commerce/payment/manual-settlement.js'
export { refundPayment, type RefundReport } from './commerce/payment/refund.js'
export type { PaymentReply } from './commerce/payment/define.js'
export { applyDelivery, loadWebhookMethod, type WebhookMethod } from './commerce/payment/webhook.js'
export { providerSettings } from './commerce/payment/provider-settings.js'
export { toWebhookPath } from './model/payment/declaration.js'
export type { CreditLine } from './model/entities/orders/credit-note.js'
export type { AcceptQuoteInput, QuoteReply, QuoteRequestInput, QuoteSummary } from './commerce/quote/define.js'
export { ShopperContext } from './commerce/shopper-context.js'
export { listStateHistory, type StateHistoryEntry } from './commerce/state/history.js'
export { createToken, isToken } from './commerce/token.js'
export type { Stop } from './commerce/configuration/stop-counter.js'
export { listRecentClockReports } from './commerce/account/clock-reports.js'

// Packages, product sheets, comparisons and backups.
export { makeBackup, listOwnBackups } from './transfer/backup/make.js'
export { openBackup } from './transfer/backup/open.js'
export { restoreBackup } from './transfer/backup/restore.js'
export { readBackupState, getBackupStatus } from './transfer/backup/state.js'
export { verifyBackup } from './transfer/backup/verify.js'
export { type DiffReport, diffReportSchema } from './transfer/diff/define.js'
export { type MergeReport, mergeReportSchema, mergeSides } from './transfer/merge/define.js'
export { openPackageDownload, receivePackage } from './transfer/package/package-exchange.js'
export { recreateRecords, type SerializedRecord, serializeRecord } from './transfer/recreate.js'
export { maxSheetLength } from './transfer/sheet/define.js'
export { formatFormulaLine, parseFormulaLine } from './transfer/sheet/formula-line.js'
export { sheetReportSchema } from './transfer/sheet/report.js'
export { formatRuleLine, parseRuleLine } from './transfer/sheet/rule-line.js'
export { createSheetSchema } from './transfer/sheet/schema.js'
export { type PartKey, SheetNames } from './transfer/sheet/sheet-names.js'
export { walkParts } from './transfer/sheet/part-tree.js'
export { loadStoredProduct, type StoredPart, toStoredPartKeys } from './transfer/sheet/stored-part.js'
export { LineRefusal, type LineToken, tokenizeLine } from './transfer/sheet/tokens.js'
export { createSheet, formatSheetText } from './transfer/sheet/write.js'
export { encodeWorkbookNumber } from './transfer/table/number-column.js'

// Actions, shopper verbs, effects, worker jobs, tasks and health checks.
export {
  isActionPermitted,
  listAcceptedEntities,
  listPermittedEntities,
  requireAccess,
  requiredScopesOfAction,
} from './actions/access.js'
export { type ActionNamer, replaceActionNames, replaceActionNamesInError } from './actions/action-names.js'
export { createStructuredContent } from './actions/arguments.js'
export { performDryRun } from './actions/write-record.js'
export { type ArgumentWords, prepareInput } from './actions/input.js'
export { effects } from './effects/index.js'
export { type HealthCheckResult, runHealthChecks } from './contribution/health-check.js'
export { measureRuleEffectJob } from './jobs/measure-rule-effect.js'
export type { TaskState } from './tasks/define-task.js'
export { tasks } from './tasks/index.js'
export { requireNoServingProcess, listServingProcesses, describeOutages } from './tasks/presence.js'
export { listLastRuns } from './tasks/run-history.js'
export { noteArgument } from './verbs/arguments.js'
export { runVerbForShopper, getPathArguments, requireServiceOwnership, requireVerb, runVerb } from './verbs/run-verb.js'

// Configuration, assembly and start of an app.
export { assemble, type Assembly } from './boot/assemble.js'
export { boot, open, type BootOptions, createInstallationParts } from './boot/boot.js'
export { coreOwner, listContributions } from './boot/collect.js'
export { createExclusiveRunner, locateBackup, openBackupStore } from './boot/zip-stores.js'
export { findConfigFile, loadConfig, type LoadedConfig } from './config.js'
export { describeDatabase, findUnknownVariables, listSettingVariables } from './resolve-settings.js'
export { formatSetting, type SettingName, settingNames, parseBucketUrl } from './settings.js'
