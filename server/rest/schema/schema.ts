/** The tables and functions of the exposed schemas. */

export type Column = {
  readonly name: string;
  /** The SQL type, with its schema where needed. */
  readonly type: string;
  /** The default expression, or the `nextval` call of an identity column. */
  readonly defaultSql: string | null;
};

/** A table or a view. */
export type Table = {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  /** Empty for a table without a primary key. */
  readonly primaryKey: readonly string[];
};

export type Argument = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
};

export type Routine = {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly Argument[];
  /** A function that is not volatile is called in a read-only transaction. */
  readonly isVolatile: boolean;
  readonly returns: 'void' | 'value' | 'row';
  readonly returnsSet: boolean;
};

export type DatabaseSchema = {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Table>>;
  /** Routines with the same name are overloads. */
  readonly routines: ReadonlyMap<string, ReadonlyMap<string, readonly Routine[]>>;
};
