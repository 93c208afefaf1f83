// What an action says of itself as data: name, input, hints and the scopes it needs. Behaviour joins in core/action.
import type { Scope } from '../../ground/access/areas.js'
import type { ErrorCode } from '../../ground/errors.js'
import type { PropertyMap } from '../../ground/property/kind.js'
import type { Entity, Operation } from '../entity/define.js'

/** The scopes that a call needs: all of `all`, and at least one of `any` where given. */
export interface Needs {
  readonly all?: readonly Scope[]
  readonly any?: readonly Scope[]
}

/** The four standard hints of an assistant's tool (spec 4.4). */
export interface ActionHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** The argument that names an entity, and what is done to its records: choices and further scopes follow from the entity. */
export interface EntityArgument {
  readonly argument: string
  readonly operation: Operation
  /** Narrows the choices further; the action itself refuses other entities. All entities with the operation if left out. */
  accepts?(entity: Entity, entities: ReadonlyMap<string, Entity>): boolean
}

/** Why a call was refused, for the sentence that says what to do next. */
export interface RefusedCall {
  readonly code: ErrorCode
  /** The refused arguments or fields. */
  readonly fields: readonly string[]
}

export type ActionInput = Readonly<Record<string, unknown>>

export interface ActionDeclaration {
  /** Kebab-case, as its file is named; surfaces derive their own names from it. */
  readonly name: string
  /** First sentence at most 120 characters: what it does and when to use it. */
  readonly description: string
  /** The arguments: prepared and judged by every surface alike. */
  readonly input: PropertyMap
  /** What assistants are told about calling it. */
  readonly hints: ActionHints
  /** Scopes of a call, from its input where they depend on it. Every surface but in-process refuses an action without needs. */
  readonly needs?: Needs | ((input: ActionInput) => Needs)
  /** What the host must leave to the service; where it does not, the action is NOT_FOUND with a sentence that says so. */
  readonly where?: 'commerce'
  /** Its entity's area and operations decide further who may call it for which entity. */
  readonly entity?: EntityArgument
  /** True where processes that were started before it hold what is out of date after it: migrations, emptied caches. */
  readonly outdatesProcesses?: boolean
  /** True: what it stores and its answer (`settle`) are stored in one unit, so that a call that is repeated after a crash is made once. */
  readonly repeatable?: true
  /** False: no assistant's tool, but a command and an in-process call alone. A tool if left out. */
  readonly tool?: false
  /** The command that runs it, e.g. `svc:cache:clear`; none if left out. */
  readonly command?: string
  /** Arguments of one sensible call, for the documentation. */
  readonly example?: ActionInput
  /** How a caller has what a result leaves out that is longer than a surface sends, as a full sentence. */
  readonly rest?: string
  /** What whoever was refused does next, as a full sentence; null where the refusal says it already. */
  nextStep?(refused: RefusedCall, input: ActionInput): string | null
}
