// Declares an action as data: name, input, hints and required scopes. The behaviour is added in core/actions.
import type { MessageText } from '../../foundation/message.js'
import type { Scope, Operation } from '../../foundation/access.js'
import type { ErrorCode } from '../../foundation/errors.js'
import type { PropertyMap } from '../../foundation/property/kind.js'
import type { Entity } from '../entity/define.js'

/** The scopes that a call requires: each scope of `all`, and at least one of `any` if it is set. */
export interface Needs {
  readonly all?: readonly Scope[]
  readonly any?: readonly Scope[]
}

/** The four standard annotations of an MCP tool. */
export interface ActionHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** The argument that names an entity, and the operation on its records. Choices and further scopes follow from the entity. */
export interface EntityArgument {
  readonly argument: string
  readonly operation: Operation
  /** Narrows the choices further. The action itself rejects other entities. Default: all entities with the operation. */
  accepts?(entity: Entity, entities: ReadonlyMap<string, Entity>): boolean
}

/** A refused call. Surfaces pass it to `nextStep` to get a hint for the caller. */
export interface RefusedCall {
  readonly code: ErrorCode
  /** The refused arguments or fields. */
  readonly fields: readonly string[]
}

export type ActionInput = Readonly<Record<string, unknown>>

export interface ActionDeclaration {
  /** Kebab-case, equal to the file name. Surfaces derive their own names from it. */
  readonly name: string
  /** States the effect and when to use the action. The first sentence has at most 120 characters. */
  readonly description: string
  /** The arguments. All surfaces prepare and validate them in the same way. */
  readonly input: PropertyMap
  /** Annotations that assistants receive. */
  readonly hints: ActionHints
  /** Scopes of a call; a function if they depend on the input. Only in-process callers may run an action without `needs`. */
  readonly needs?: Needs | ((input: ActionInput) => Needs)
  /** The area that the host must leave to the service. Otherwise the action fails with NOT_FOUND and an explanation. */
  readonly where?: 'commerce'
  /** The entity's area and operations further restrict the callers. */
  readonly entity?: EntityArgument
  /** True if other running processes hold outdated state afterwards, for example after a migration or a cleared cache. */
  readonly outdatesProcesses?: boolean
  /** True: the changes and the stored reply (`settle`) are written in one transaction. A call that is repeated after a crash runs once. */
  readonly repeatable?: true
  /** False: available as a command and in process, but not as an MCP tool. Default: also a tool. */
  readonly tool?: false
  /** Set for maintenance of the installation. Lists of tools have it last. */
  readonly maintenance?: true
  /** The command that runs the action, for example `svc:cache:clear`. Default: no command. */
  readonly command?: string
  /** Arguments of one realistic call, for the documentation. */
  readonly example?: ActionInput
  /** A message that explains how to get the part of a result that was cut off because of its size. */
  readonly rest?: MessageText
  /** A message with the caller's next step after a refusal; null if the error message already contains it. */
  nextStep?(refused: RefusedCall, input: ActionInput): MessageText | null
}
