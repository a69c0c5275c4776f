#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| protoward_fuzz::run("differential", bytes));
