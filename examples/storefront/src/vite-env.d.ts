interface ImportMetaEnv {
  /** Where the service is, with its version: `https://api.example.test/v1`. */
  readonly VITE_PETSTORE_URL?: string;
}
