/** What there is to reach: tables and functions of the exposed schemas, as the database's own catalogue tells. */

export type Column = {
  readonly name: string;
  /** As it stands in SQL, its schema named where needed. */
  readonly type: string;
  /** The expression of its default, or what gives the next number of an identity. */
  readonly defaultSql: string | null;
};

/** A table or a view. */
export type Table = {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Empty where there is none. */
  readonly primaryKey: readonly string[];
};

export type Argument = {
  /** Empty where it has none. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
};

export type Routine = {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly Argument[];
  /** A function that is not volatile is called in a transaction that only reads. */
  readonly isVolatile: boolean;
  readonly returns: 'void' | 'value' | 'row';
  readonly returnsSet: boolean;
};

export type Catalogue = {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** Several of one name are overloads. */
  readonly routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
};
