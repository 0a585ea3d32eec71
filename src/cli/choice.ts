/** A value and who chose it: `--port`, `PETSTORE_PORT`, the settings file or the default. */
export interface Choice<Value> {
  readonly value: Value;
  readonly chosenBy: string;
}
