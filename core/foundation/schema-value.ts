// The TypeScript type of the values that a JSON Schema describes, for replies with a schema in the API document.

/** `S` is a schema declared `as const`. A schema without a type gives `unknown`. */
export type SchemaValue<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: 'object'; readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? { readonly [K in keyof P as K extends R ? K : never]: SchemaValue<P[K]> } & {
        readonly [K in keyof P as K extends R ? never : K]?: SchemaValue<P[K]>
      }
    : S extends { readonly type: 'object'; readonly additionalProperties: infer A }
      ? Readonly<Record<string, A extends true ? unknown : SchemaValue<A>>>
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? readonly SchemaValue<I>[]
        : S extends { readonly type: 'integer' }
          ? number
          : S extends { readonly type: 'boolean' }
            ? boolean
            : S extends { readonly type: 'string' }
              ? string
              : unknown
