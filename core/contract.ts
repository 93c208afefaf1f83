// The public contract for plugins, hosts and customizations. A plugin is a plain object.
import type { App, Host } from './app.js'
import type { Contributions } from './contribution/points.js'
import type { Settings } from './settings.js'
import type { Migration } from './storage/migration/migration.js'

export interface Plugin {
  /** Kebab-case and unique. Messages name it as the owner. */
  readonly name: string
  /** Semver range of compatible core versions. Checked at boot. */
  readonly core: string
  /** Data only. It is read before anything runs. */
  readonly contributes?: Contributions
  /** Called at start. May use services but not register any. Import slow modules here. */
  start?(app: App): void | Promise<void>
  /** Undoes `start`. Runs in reverse order. */
  stop?(): void | Promise<void>
}

/** The plugin for the system in which the service runs. There is exactly one. */
export interface HostPlugin extends Plugin, Host {
  readonly kind: 'host'
  readonly name: string
}

/** A plugin of one installation, with migrations that run after core migrations. */
export interface Customization extends Plugin {
  readonly kind: 'customization'
  /** The version of the customization, for example `1.0.0`. Shown by tools and commands. */
  readonly version: string
  /** In ascending order of version. */
  readonly migrations: readonly Migration[]
}

/** The content of svc.config.ts. Environment variables override all settings. */
export interface SvcConfig extends Partial<Omit<Settings, 'demo'>> {
  readonly demo?: boolean | 'on' | 'off'
  /** Active languages of a new database, the store default first. */
  readonly languages: readonly string[]
  readonly host: HostPlugin
  readonly plugins: readonly Plugin[]
  /** Objects, or names of packages that export one each. */
  readonly customizations?: readonly (Customization | string)[]
}

/** A configuration with loaded customizations. */
export interface Composition extends Omit<SvcConfig, 'customizations'> {
  readonly customizations?: readonly Customization[]
}

export type { ActionScope, Action } from './actions/define-action.js'
export { defineAction } from './actions/define-action.js'
export type {
  Beginning,
  BeginScope,
  ConnectionReport,
  Delivery,
  InstructScope,
  AuthorizationReport,
  AuthorizedScope,
  CaptureScope,
  CaptureTime,
  MoneyReport,
  PaidOrder,
  PaymentFacts,
  PaymentNotice,
  PaymentProvider,
  PaymentReport,
  PaymentScope,
  PaymentWebhook,
  PlainReport,
  ProviderScope,
  ProviderState,
  RefundScope,
  SignedWebhook,
  UnsignedWebhook,
} from './commerce/payment/define.js'
export type { Instructions } from './commerce/document/define.js'
export type {
  DocumentPrinter,
  CreditNoteTexts,
  InvoiceTexts,
  PictureName,
  PrintRequester,
  PrintSource,
  StoredPicture,
  StoredPictures,
} from './commerce/document/define.js'
export { createRecurringSums, createSums, type DocumentSum, type SumFormats } from './commerce/document/sums.js'
export { definePaymentProvider } from './commerce/payment/define.js'
export { isRecent, isSigned } from './commerce/payment/signature.js'
export { isLoopback } from './foundation/allowed-address.js'
export { changeState } from './commerce/state/change-state.js'
export type { Effect, StateChange } from './commerce/state/define.js'
export { defineEffect } from './commerce/state/define.js'
export type { Stateful, States } from './model/state/statuses.js'
export type { TransactionContext } from './storage/service-context.js'
export { ServiceContext } from './storage/service-context.js'
export type { Verb } from './verbs/define-verb.js'
export { defineVerb } from './verbs/define-verb.js'
export { recordIdArgument, tokenArgument } from './verbs/arguments.js'
export type { ShopperContext, ShopperRequest } from './commerce/shopper-context.js'
export type { VerbAccess, VerbDeclaration } from './model/verb/declaration.js'
export type { ReplyFile, Shape } from './model/verb/shape.js'
export * as shape from './model/verb/shape.js'
export type {
  AdminGate,
  App,
  Headers,
  Host,
  HostAdapters,
  IdentityAdapter,
  LanguageAdapter,
  ServiceReadiness,
  UrlAdapter,
} from './app.js'
export type {
  AddressReply,
  DocumentEntity,
  DocumentLineReply,
  DocumentReply,
  FrozenDocument,
  FrozenFile,
  FrozenLine,
  Letterhead,
} from './commerce/document/define.js'
export type { AssertionTrust, AssertionVerifier, Claims } from './commerce/account/assertion.js'
export { assertionVerifier } from './commerce/account/assertion.js'
export { userIdOf } from './commerce/account/assertion.js'
export type { HostUser } from './commerce/account/define.js'
export type { LineItem, LineItemTrust } from './commerce/line-item/define.js'
export type { CartRules } from './commerce/shopper-context.js'
export type { Shopper, TaxContext } from './shop/shopper.js'
export { guest } from './shop/shopper.js'
export { type Command, type CommandScope, defineCommand, type Generator } from './contribution/command.js'
export {
  definePrintedDocument,
  type PrintedDocument,
  printOwnCreditNote,
  printOwnDocument,
  type PrintScope,
} from './contribution/printed-document.js'
export { defineWorkerJob, type JobScope, type WorkerJob, type JobCall, type JobPool } from './jobs/define-worker-job.js'
export type { Contributions } from './contribution/points.js'
export type { ResolvedConfig } from './resolve-settings.js'
export type { Settings } from './settings.js'
export type { FunctionDefinition, ComputedTerm, OperandTerm, TermOperand, TermType } from './engine/question/operand.js'
export type {
  EntryHints,
  FieldDefinition,
  FileRules,
  Limits,
  QuestionSettings,
  QuestionType,
  Selection,
  SelectionContext,
  SettingRefusal,
  SettingsOf,
} from './engine/question/question-type.js'
export type { Arguments, AuthoringForm, AuthoringKey, Operand, OperandType, Outside, Reader } from './engine/question/operand.js'
export type { FieldKind, Operator, Scalar } from './engine/question/value.js'
export { matrixLimits } from './engine/calculation/matrix.js'
export { defineTermType } from './engine/question/operand.js'
export { defineQuestionType } from './engine/question/question-type.js'
export { defineConditionType } from './engine/question/operand.js'
export { validateAnswer, validateAnswers } from './engine/question/question-type.js'
export { decimalPattern, numberOf, timestampOf } from './engine/question/value.js'
export type { ComputedCondition, ConditionType, OperandCondition } from './engine/question/operand.js'
export { translateMessage } from './engine/program/program.js'
export { roundResult } from './engine/money/amount.js'
export { type Clock, day, hour, minute, systemClock } from './foundation/clock.js'
export { sha256 } from './foundation/digest.js'
export { type Direction, getTextDirection, urlSegments } from './foundation/language.js'
export type { MessageTexts, Translations } from './foundation/message-catalogs.js'
export { createLruCache, type LruCache } from './foundation/lru-cache.js'
export { addDays, dayOf, endOfDay, startOfDay } from './foundation/clock.js'
export { formatTypedNumber, type ParsedNumber, parseNumber, parseNumberWith } from './foundation/parse-number.js'
export { runUntilAborted } from './foundation/long-work.js'
export { formatValue } from './foundation/message.js'
export {
  Refusal,
  type PropertyKind,
  type PropertyMap,
  type Reference,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
  type Platform,
  type PropertyOptions,
} from './foundation/property/kind.js'
export type {
  Message,
  MessageArea,
  MessageContribution,
  MessageKey,
  MessageText,
  MessageValue,
  MessageValues,
  MessageWriter,
} from './foundation/message.js'
export { createLabel, createMessage, defineMessages } from './foundation/message.js'
export { messageText } from './foundation/message-format.js'
export type {
  Exactly,
  HasDefault,
  InputOf,
  NoOptions,
  PreparedOf,
  RecordOf,
  TypingOf,
  UnstoredTyping,
  ValuesOf,
  WireRecord,
} from './foundation/property/typing.js'
export {
  type Caller,
  inProcess,
  isPreset,
  presets,
  type Grant,
  grantOf,
  type Area,
  type Preset,
  type Scope,
} from './foundation/access.js'
export { toErrorMessage, NotFoundError, ServiceError, SystemError, ValidationError, type Issue } from './foundation/errors.js'
export type { XmlElement } from './foundation/xml.js'
export type { AdminAccounts } from './storage/admin/admin-accounts.js'
export type { AdminAccount, AdminSession, AdminCaller, AdminLanguage } from './storage/admin/account-rows.js'
export type { EventName, EventPayloads, Observers } from './foundation/events.js'
export type { Table } from './foundation/table.js'
export type { ActionHints, Needs } from './model/action/declaration.js'
export type {
  AdminControlState,
  AdminKit,
  AdminScreen,
  AdminWidget,
  OpenAdminControl,
  OpenAdminPart,
} from './model/admin/module.js'
export type { JoinOptions } from './model/entity/ownership.js'
export { type EntityDefinition, type FieldRefusal, type Filter, type StoreScope, defineEntity } from './model/entity/define.js'
export { toUrlLabel } from './model/entity/label.js'
export type { PaymentProviderDeclaration, WebhookDeclaration } from './model/payment/declaration.js'
export type { PrintedDocumentDeclaration } from './model/print/declaration.js'
export type {
  QuestionElementState,
  StorefrontModule,
  ClientModuleDeclaration,
  ClientModuleKit,
  ClientModule,
} from './model/storefront/module.js'
export type { Context } from './storage/context.js'
export type { Mail, MailAttachment, QueuedMail } from './storage/mail-queue.js'
export type { QueueEntry } from './storage/mail-queue.js'
export { listQueue, mailFailed, mailSent, retryMail } from './storage/mail-queue.js'
export {
  addMissingNotifications,
  listMissingNotifications,
} from './commerce/notification/default-notifications.js'
export type { DraftPreviewOptions, NotificationDraft, PreviewOptions } from './commerce/notification/preview.js'
export { checkNotificationTexts, previewNotification, previewNotificationDraft } from './commerce/notification/preview.js'
export {
  type FactorChange,
  type FactorOptions,
  type FactorReport,
  type RateSource,
  setCurrencyFactors,
} from './shop/currency-factor.js'
export { defineVatIdFormat, validateVatId, type VatIdFormat, type VatIdValidation } from './model/vat-id/validation.js'
export { dueMails } from './commerce/notification/due-mails.js'
export { attachMailDocument, type CompleteMail, type MailFile } from './commerce/notification/mail-attachment.js'
export { getVersionedSnapshot } from './storage/caches.js'
export { redrawPicture, readPictureSize } from './storage/files/picture.js'
export type { Queryable } from './storage/database/dialect.js'
export type { Migration, MigrationSteps } from './storage/migration/migration.js'
export { confirmCopies } from './storage/record/text-gaps.js'
export type { Records, UnitRecords } from './storage/records.js'
export { decodeText } from './transfer/foreign-file.js'
export type { FileFinding } from './transfer/findings.js'
export { FileFault, FileFindings } from './transfer/findings.js'
export { maxFileBytes, readCsv, readXmlEvents, readXmlTree } from './transfer/foreign-file.js'
export { createTitleKeys } from './product/line-notation/sheet-names.js'
export { lockSystemVariable, readSystemVariable, setSystemVariable } from './storage/system-variables.js'
export type { Task, TaskScope } from './tasks/define-task.js'
export { defineTask } from './tasks/define-task.js'
export {
  type HealthCheck,
  type HealthCheckScope,
  type Health,
  type HealthReport,
  createFault,
  defineHealthCheck,
  createWarning,
  createSuccess,
} from './contribution/health-check.js'
export { boolean, type BooleanOptions } from './model/properties/boolean.js'
export { calculation } from './model/properties/calculation.js'
export { childentries, type ChildentriesOptions } from './model/properties/childentries.js'
export { datetime, type DatetimeOptions } from './model/properties/datetime.js'
export { dropdown, type ChoiceOptions, type ChoiceTyping, type ChoiceValue } from './model/properties/dropdown.js'
export { file, type FileOptions } from './model/properties/file.js'
export { focus, type FocusOptions } from './model/properties/focus.js'
export { groupPrice, type GroupPrice, type GroupPriceOptions } from './model/properties/group-price.js'
export { image } from './model/properties/image.js'
export { join } from './model/properties/join.js'
export { json, type JsonContent, type JsonOptions, type JsonTyping } from './model/properties/json.js'
export { multiselect, type MultiselectOptions, type SelectedItem } from './model/properties/multiselect.js'
export { decimal, number, type NumberOptions } from './model/properties/number.js'
export { ordering, type OrderingOptions } from './model/properties/ordering.js'
export { published } from './model/properties/published.js'
export { radio } from './model/properties/radio.js'
export { rule, type RuleOptions, type RuleTyping } from './model/properties/rule.js'
export { string, type StringOptions } from './model/properties/string.js'
