import quantir_lit

quantir_lit.configure(config, lit_config)
